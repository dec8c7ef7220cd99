import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import {
  button,
  choose,
  designOf,
  grantRole,
  templateNames as names,
  openDesign,
  openTemplate,
  person,
  saveHtml as save,
  servesDesignTab,
  showTemplates,
  someTemplate,
  withTemplate,
  write,
} from "../../support/browser/designTab.ts";

servesDesignTab();

test("a deleted template is brought back by the same hand, by keyboard", async () => {
  const template = await someTemplate();
  const { page, complaints } = await openDesign();
  await button(page, `Delete ${template.name}`).press("Enter");
  await page.getByText(`“${template.name}” is deleted.`).waitFor();
  await button(page, template.name).waitFor({ state: "detached" });
  expect(await names()).not.toContain(template.name);
  await page.keyboard.press("Enter");
  await button(page, template.name).waitFor();
  expect(await names()).toContain(template.name);
  expect(complaints).toEqual([]);
});

test("deleting what is being edited keeps the unsaved work", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Mine</p>");
  await showTemplates(page);
  await button(page, `Delete ${template.name}`).click();
  await page.getByText(`“${template.name}” is deleted.`).waitFor();
  expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toBe("<p>Mine</p>");
  expect(await button(page, "Save Changes").isDisabled()).toBe(true);
});

test("a template is renamed and copied from its menu, and the open one takes its new name without a clash", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Second</p>");
  await choose(page, template, "Rename");
  await page.getByLabel("Name", { exact: true }).fill(`${template.name} anew`);
  await page.keyboard.press("Enter");
  await button(page, `${template.name} anew`).waitFor();
  expect(await page.getByLabel("Template name").inputValue()).toBe(`${template.name} anew`);
  await button(page, "Save Changes").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  // What is saved cannot be saved again, and looks so beneath the pointer too: its word was hard to read there.
  const under = await fillOf(button(page, "Save Changes"));
  await page.mouse.move(0, 0);
  expect(under).toBe(await fillOf(button(page, "Save Changes")));

  await choose(page, { name: `${template.name} anew` }, "Duplicate");
  await button(page, `${template.name} anew copy`).waitFor();
  const all = await person.client("GET /templates");
  expect(all.find(({ name }) => name === `${template.name} anew copy`)).toMatchObject({
    html: "<p>Second</p>",
    version: 1,
  });
});

test("an earlier version is looked at and restored, and the one it replaced stays", async () => {
  const template = await someTemplate();
  await save(template._id, "<p>Second</p>");
  const { page } = await openDesign();
  await write(page, template.name);
  await choose(page, template, "History");
  const versions = page.locator(".template-versions button");
  await versions.nth(1).click();
  const frame = page.frameLocator('iframe[title="Version 1"]');
  await frame.getByText("First").waitFor();
  expect(await page.locator(".template-history iframe").getAttribute("sandbox")).toBe("");
  await button(page, "Restore").press("Enter");
  await page.getByText("is as it was").waitFor();
  // The list that led to it is put away: who goes on by keyboard does so at the mail.
  await page.waitForFunction(() => document.activeElement?.matches(".room-back"));
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "<p>First</p>");
  await choose(page, template, "History");
  await versions.nth(2).waitFor();
  expect(await versions.count()).toBe(3);
});

/** A mail of 680 pixels, which on a telephone is another one. */
const wide = (text: string) =>
  `<style>@media (max-width:690px){.desk{display:none}}</style><table width="680"><tr><td class="desk">${text}</td></tr></table>`;

test("a version in the history, and both of two, are as wide as the mail and not as their dialog", async () => {
  const template = await someTemplate(wide("First"));
  const { page } = await openDesign({ viewport: { width: 1024, height: 768 } });
  await choose(page, template, "History");
  await page.frameLocator('iframe[title="Version 1"]').getByText("First").waitFor();
  await page.keyboard.press("Escape");
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill(wide("Mine"));
  await save(template._id, wide("Theirs"));
  await button(page, "Save Changes").click();
  await button(page, "Compare").click();
  await page.frameLocator('iframe[title="What was saved in between"]').getByText("Theirs").waitFor();
  await page.frameLocator('iframe[title="Your version"]').getByText("Mine").waitFor();
});

test("two people who save the same template see both versions, and both are kept", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Mine, {{firstName}}</p>");
  await save(template._id, "<p>Theirs, {{firstName}}</p>");
  await button(page, "Save Changes").click();
  await button(page, "Compare").click();
  await page.frameLocator('iframe[title="What was saved in between"]').getByText("Theirs, Ann").waitFor();
  await page.frameLocator('iframe[title="Your version"]').getByText("Mine, Ann").waitFor();
  // Each scrolls, and says which of the two it is.
  for (const name of ["What was saved in between", "Your version"])
    expect(await page.getByRole("region", { name, exact: true }).count()).toBe(1);
  await page.locator("dialog[open]").getByRole("button", { name: "Save mine over it" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const params = { id: template._id, version: "2" };
  expect(await person.client("GET /templates/{id}/versions/{version}", { params })).toMatchObject({
    html: "<p>Theirs, {{firstName}}</p>",
  });
});

test("after a clash both versions can be kept as templates of their own", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Mine</p>");
  await save(template._id, "<p>Theirs</p>");
  await button(page, "Save Changes").click();
  await button(page, "Compare").click();
  await page.locator("dialog[open]").getByRole("button", { name: "Keep both" }).click();
  const dialog = page.getByRole("dialog", { name: "Save As" });
  await dialog.getByLabel("Name", { exact: true }).fill(`${template.name}, mine`);
  await page.keyboard.press("Enter");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await showTemplates(page);
  await button(page, `${template.name}, mine`).waitFor();
  expect(await page.getByLabel("Template name").inputValue()).toBe(`${template.name}, mine`);
  expect(await button(page, "Save mine over it").count()).toBe(0);
  const all = await person.client("GET /templates");
  const htmlOf = (name: string) => all.find((each) => each.name === name)?.html;
  expect([htmlOf(template.name), htmlOf(`${template.name}, mine`)]).toEqual(["<p>Theirs</p>", "<p>Mine</p>"]);
});

test("a save whose answer was lost is no clash with itself, and what failed can be put away", async () => {
  const template = await withTemplate(designOf({ id: "b", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add Button").click();
  const unreached = page.getByText("The server cannot be reached");
  await page.route("**/templates/*", async (route) => {
    if (route.request().method() === "PUT") await route.fetch();
    await route.abort();
  });
  await button(page, "Save Changes").click();
  await unreached.waitFor();
  await button(page, "Preview").click();
  await unreached.nth(1).waitFor();
  await button(page, "Dismiss").click();
  await unreached.nth(1).waitFor({ state: "detached" });
  await page.unroute("**/templates/*");
  await button(page, "Save Changes").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await page.getByText("saved elsewhere").count()).toBe(0);
  expect(await person.client("GET /templates/{id}", { params: { id: template._id } })).toMatchObject({
    version: 2,
  });
});

test("that a template is saved is not said beside why it was not saved later", async () => {
  const template = await withTemplate(designOf({ id: "b", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add Button").click();
  await button(page, "Save Changes").click();
  const told = page.getByText(`"${template.name}" is saved`);
  await told.waitFor();
  await button(page, "Add Button").click();
  await page.route("**/templates/*", (route) => route.abort());
  await button(page, "Save Changes").click();
  await page.getByText("The server cannot be reached").first().waitFor();
  expect(await told.count()).toBe(0);
});

test("an administrator shares a template with everyone and takes it back", async () => {
  const template = await someTemplate();
  await grantRole("admin");
  try {
    const { page } = await openDesign();
    const inList = (list: string) =>
      page.getByRole("region", { name: list }).getByRole("button", { name: `More for ${template.name}` });
    await choose(page, template, "Share with everyone");
    await inList("Public Templates").waitFor();
    await choose(page, template, "Stop sharing");
    await inList("My Templates").waitFor();
  } finally {
    await grantRole("user");
  }
});

test("what is imported can run nothing, neither in the editor nor in what is saved", async () => {
  const { page, complaints, outside } = await openDesign();
  const input = page.locator('input[type="file"][accept*=".json"]');
  const hostile =
    '<p onclick="window.hacked=1">Inert</p><script>window.hacked=1</script><img src="x" onerror="window.hacked=1"><a href="javascript:window.hacked=1">Go</a><iframe src="https://evil.test"></iframe>';
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const design = {
    body: { rows: [{ cells: [1], columns: [{ contents: [{ type: "text", values: { text: hostile } }] }] }] },
  };
  const kept = async (name: string) => {
    await button(page, "Save As").click();
    await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Save As" }).click();
    await page.getByText(`"${name}" is saved as a new template`).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await page.getByLabel("Template name").inputValue()).toBe(name);
    const { html } = (await person.client("GET /templates")).find((each) => each.name === name) ?? {
      html: "",
    };
    expect(html).toContain("Inert");
    expect(html).not.toMatch(/<script|onclick|onerror|javascript:|<iframe/i);
  };
  await input.setInputFiles(file("Hostile.json", JSON.stringify(design)));
  await page.locator(".block", { hasText: "Inert" }).waitFor();
  await kept("Hostile design");
  await input.setInputFiles(file("Hostile.html", hostile));
  await page.frameLocator('iframe[title="Preview of the template"]').getByText("Inert").waitFor();
  await kept("Hostile HTML");
  for (const frame of page.frames())
    expect(await frame.evaluate(() => "hacked" in window).catch(() => false)).toBe(false);
  expect(outside).toEqual([]);
  // What a sandbox and its policy forbid is told on the console: a script or a frame was tried, and did not come.
  expect(
    complaints.filter((text) => !/^(Blocked script execution|Framing 'https:\/\/evil)/.test(text)),
  ).toEqual([]);
});

// The last: it ends the session that every other test has.
test("unsaved work leaves the browser with whoever logs out", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Secret</p>");
  await page.waitForFunction(() => (localStorage.getItem("draft") ?? "").includes("Secret"));
  let asked = 0;
  page.on("dialog", async (question) => {
    asked += 1;
    await question.accept();
  });
  await button(page, "Logout").click();
  // Where the logout leads, and not where a page goes that finds its session ended.
  await page.waitForURL((url) => url.pathname === "/");
  expect(asked).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem("draft"))).toBeNull();
});

/** How a button is filled once that has come to rest. */
function fillOf(shown: Locator): Promise<string> {
  return shown.evaluate((element) => {
    for (const motion of element.getAnimations()) motion.finish();
    return getComputedStyle(element).backgroundColor;
  });
}
