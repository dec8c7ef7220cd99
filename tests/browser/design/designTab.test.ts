import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { template as texts } from "../../../contract/texts/en/workspace/design/templates.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  person,
  saved,
  servesDesignTab,
  showTemplates,
  someTemplate,
  typesOf,
  withTemplate,
  write,
} from "../../support/browser/designTab.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";

servesDesignTab();

test("work that was not saved is offered again after the page was closed over it", async () => {
  const template = await withTemplate(designOf({ id: "t", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add Button").click();
  // At once, before any timer has ended.
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page.getByText(`There is unsaved work on “${template.name}”`).waitFor();
  await button(page, "Continue with it").click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  expect(await typesOf(page)).toEqual(["divider", "button"]);
  const { design } = await saved(page, template);
  expect(JSON.stringify(design)).toContain('"type":"button"');
  expect(await page.evaluate(() => localStorage.getItem("draft"))).toBeNull();
});

test("each window keeps its own unsaved work, whatever another one saves", async () => {
  const [first, second] = [await someTemplate(), await someTemplate()];
  const { page } = await openDesign();
  const html = (of: Page) => of.getByLabel("HTML", { exact: true });
  const keepsIn = (of: Page, words: string) =>
    of.waitForFunction((wanted) => localStorage.getItem("draft")?.includes(wanted), words);
  const keeps = (words: string) => keepsIn(page, words);
  await write(page, first.name);
  await html(page).fill("<p>Of one window</p>");
  await keeps("Of one window");
  const other = await page.context().newPage();
  await other.goto(`${new URL(page.url()).origin}/app#design/${second._id}`);
  await html(other).fill("<p>Of another</p>");
  await keeps("Of another");
  await button(other, "Save Changes").click();
  await other.waitForFunction(() => !localStorage.getItem("draft")?.includes("Of another"));
  await other.close();

  // As by a crash: nothing is asked, and nothing said.
  const third = await page.context().newPage();
  await page.close();
  await third.goto(new URL("/app#design", page.url()).href);
  await third.getByText(`There is unsaved work on “${first.name}”`).waitFor();
  await button(third, "Continue with it").click();
  await third.waitForFunction(() => document.querySelector("textarea")?.value === "<p>Of one window</p>");

  // What was done just before a page is left is kept as well.
  third.on("dialog", (dialog) => void dialog.accept());
  await html(third).fill("<p>Of the last moment</p>");
  await third.goto("about:blank");
  await third.goBack();
  await keepsIn(third, "Of the last moment");
});

test("whoever goes on with unsaved work is told what somebody else saved since it was begun", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  await write(page, template.name);
  await page.getByLabel("HTML", { exact: true }).fill("<p>Mine</p>");
  await page.waitForFunction(() => localStorage.getItem("draft")?.includes("Mine"));
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("about:blank");
  const at = { params: { id: template._id } };
  const { name, version } = template;
  await person.client("PUT /templates/{id}", { ...at, body: { name, html: "<p>Theirs</p>", version } });
  await page.goBack();
  await button(page, "Continue with it").click();
  await page.getByText(texts.conflict.newer).waitFor();
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "<p>Mine</p>");
  await button(page, "Save Changes").click();
  await page.locator(".notice[data-status=failed]").waitFor();
  expect((await person.client("GET /templates/{id}", at)).html).toContain("Theirs");
  await button(page, texts.conflict.saveMine).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect((await person.client("GET /templates/{id}", at)).html).toContain("Mine");
});

test("a template has an address: Back leads to the list, a reload to the same one, and unsaved work is asked about", async () => {
  const [first, second] = [await someTemplate(), await someTemplate("<p>Second</p>")];
  const { page, complaints } = await openDesign();
  const html = page.getByLabel("HTML", { exact: true });
  const at = (hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);
  const isOnTable = (name: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector<HTMLInputElement>(".room-name")?.value === wanted,
      name,
    );
  /** The list has come back, with the focus where one left it. */
  const isInList = (id: string) =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute("data-template") === wanted, id);
  await write(page, first.name);
  await at(`#design/${first._id}`);
  await showTemplates(page);
  await button(page, second.name).click();
  await at(`#design/${second._id}`);
  await page.goBack();
  await isOnTable(first.name);
  await page.goBack();
  await isInList(first._id);
  await page.goForward();
  await isOnTable(first.name);
  await page.reload();
  await isOnTable(first.name);

  await html.fill("<p>Half done</p>");
  await page.goBack();
  const asked = page.locator("dialog[open]");
  await asked.getByRole("button", { name: "Keep editing" }).click();
  await at(`#design/${first._id}`);
  // Another tab loses nothing, and leads back to it.
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.waitForFunction(() => document.title === "Amplify | Leads");
  await page.getByRole("tab", { name: "Design" }).click();
  await at(`#design/${first._id}`);
  await page.waitForFunction((name) => document.title === `Amplify | ${name}`, first.name);
  expect(await html.inputValue()).toBe("<p>Half done</p>");
  // So does a reload: the template is opened by its address, and what was not saved is offered beside it.
  await page.waitForFunction(() => localStorage.getItem("draft")?.includes("Half done"));
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await button(page, "Continue with it").click();
  await page.waitForFunction(() => document.querySelector("textarea")?.value === "<p>Half done</p>");
  await button(page, "Back to the templates").press("Enter");
  await asked.getByRole("button", { name: "Discard the changes" }).press("Enter");
  await isInList(first._id);
  await at("#design");
  // An address of one that is gone says so, and leads to the others.
  await page.evaluate(() => {
    location.hash = "#design/01a21b75-0000-7000-8000-000000000000";
  });
  await button(page, "Dismiss").waitFor();
  await at("#design");
  await button(page, first.name).waitFor();
  expect(complaints.filter((said) => !said.includes("404"))).toEqual([]);
});

test("a new mail that nobody has written in yet is left without a question, and not offered again", async () => {
  const template = await someTemplate();
  const { page } = await openDesign();
  const asked = page.locator("dialog[open]");
  for (const begin of [
    () => button(page, "New template").click(),
    async () => {
      await button(page, "Starters").click();
      await page.locator(".starters button").first().click();
    },
  ]) {
    await begin();
    await page.getByText("Not saved", { exact: true }).waitFor();
    await button(page, "Back to the templates").click();
    await button(page, template.name).waitFor();
    expect(await asked.count()).toBe(0);
  }
  // A name alone is work.
  await button(page, "New template").click();
  await page.getByLabel("Template name").fill("Spring");
  await page.waitForFunction(() => (localStorage.getItem("draft") ?? "").includes("Spring"));
  await button(page, "Back to the templates").click();
  await asked.getByRole("button", { name: "Discard the changes" }).click();
  await button(page, template.name).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("draft"))).toBeNull();
});

test("a design or HTML from a file is opened, and a design is exported as it is", async () => {
  const { page } = await openDesign();
  const input = page.locator('input[type="file"][accept*=".json"]');
  const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await input.setInputFiles(file("हिन्दी Spring!.json", JSON.stringify(everyBlock)));
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  expect(await page.getByLabel("Template name").inputValue()).toBe("हिन्दी Spring!");
  await button(page, "Export").click();
  const entry = page.getByRole("menuitem", { name: "Design (JSON)" });
  const [download] = await Promise.all([page.waitForEvent("download"), entry.click()]);
  expect(download.suggestedFilename()).toBe("हिन्दी-Spring.json");
  expect(await Bun.file(await download.path()).json()).toMatchObject({
    somethingNew: { kept: [1, null, "two"] },
  });

  await input.setInputFiles(file("bad.json", '{"no": "design"}'));
  await page.getByText("bad.json: This file is neither HTML nor a design").waitFor();
  await input.setInputFiles(file("Letter.docx", "PK\x03\x04\0\0words"));
  await page.getByText("Letter.docx: This file is neither HTML nor a design").waitFor();
  await input.setInputFiles(file("list.json", '[{"rows": []}]'));
  await page.getByText("list.json: This file is neither HTML nor a design").waitFor();
  await input.setInputFiles(file("Fields.html", "{{firstName}}, hello"));
  await button(page, "Discard the changes").click();
  expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toBe("{{firstName}}, hello");
  await input.setInputFiles(file("Letter.html", "<p>By hand</p>"));
  await button(page, "Discard the changes").click();
  expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toBe("<p>By hand</p>");
  await button(page, "Edit with blocks").click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  expect(await typesOf(page)).toEqual(["html"]);
  // As Word saves it for the web.
  const ofWindows = Buffer.from("<p>Gr\xfc\xdfe</p>", "latin1");
  await input.setInputFiles({ name: "Word.htm", mimeType: "text/html", buffer: ofWindows });
  await button(page, "Discard the changes").click();
  expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toBe("<p>Grüße</p>");
});

test("each of the ten starters opens, is drawn, and has a way out and nothing to complain of but its samples", async () => {
  const { page, complaints, outside } = await openDesign();
  const choices = page.locator(".starters button");
  await button(page, "Starters").click();
  await choices.first().waitFor();
  expect(await choices.count()).toBe(10);
  for (let at = 0; at < 10; at += 1) {
    if (at > 0) {
      await showTemplates(page);
      await button(page, "Starters").click();
    }
    await choices.nth(at).click();
    await page.getByText("Unsubscribe", { exact: true }).first().waitFor();
    expect(await blocks(page).count()).toBeGreaterThan(2);
  }
  await button(page, "Preview").click();
  await page.getByText("“Your company” is a sample, to be replaced by your own words.").waitFor();
  const told = await page.locator(".checks li").allTextContents();
  expect(told.filter((sentence) => !sentence.includes("to be replaced by your own"))).toEqual([]);
  expect(complaints).toEqual([]);
  expect(outside).toEqual([]);
});

test("axe finds nothing in the editor, in either theme", async () => {
  const { page } = await openDesign({ bypassCSP: true });
  await button(page, "New template").click();
  await blocks(page).nth(1).click();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});
