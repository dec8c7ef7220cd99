import { expect, test } from "bun:test";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import {
  button,
  choose,
  templateNames as names,
  openDesign,
  saveHtml as save,
  servesDesignTab,
  showTemplates,
  someTemplate,
  write,
} from "../../support/browser/designTab.ts";

// Drawing what everybody has is nearly half of what opening the tab costs: here are the tests that look at it.
servesDesignTab({ hasPublic: true });

test("the starters are there for everyone; whoever may not change one is offered a copy", async () => {
  const { page } = await openDesign();
  const shared = page.getByRole("region", { name: "Public Templates" });
  await shared.getByRole("button", { name: "Plain letter", exact: true }).click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  await page.getByLabel("Template name").fill("Our letter");
  await button(page, "Save Changes").click();
  await button(page, "Save As a copy").click();
  await page.locator("dialog[open]").getByRole("button", { name: "Save As" }).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  await showTemplates(page);
  await page
    .getByRole("region", { name: "My Templates" })
    .getByRole("button", { name: "Our letter", exact: true })
    .waitFor();

  // What it says is told before it is pressed, and comes into view from wherever it was.
  const never = page.getByTitle("Public templates are deleted by administrators only");
  expect(await never.count()).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, "Delete Newsletter").click();
  const said = page.getByText("Public templates can be deleted by administrators only.");
  await said.waitFor();
  expect(await said.evaluate((words) => words.getBoundingClientRect().top)).toBeGreaterThan(0);
  expect(await names()).toContain("Newsletter");
});

test("both lists are searched, and each template in view shows its own mail, which can run nothing", async () => {
  const template = await someTemplate('<h1 onclick="alert(1)">A picture</h1><script>parent.x = 1</script>');
  const { page, complaints } = await openDesign();
  await page.getByLabel("Search templates").fill(template.name.toUpperCase());
  await page.getByText("1 found").waitFor();
  expect(await page.locator(".template-open").count()).toBe(1);
  const frame = page.locator(".template-thumb iframe");
  expect(await frame.getAttribute("sandbox")).toBe("");
  // Where scroll bars take room one would stand along the picture's edge; the browser of the tests hides them all.
  expect(await frame.getAttribute("scrolling")).toBe("no");
  await frame.contentFrame().getByText("A picture").waitFor({ state: "attached" });
  expect(complaints).toEqual([]);
});

test("arrows lead from one template to the next, and beside what is written the list is a drawer that Esc closes", async () => {
  const { page } = await openDesign();
  const shared = page.getByRole("region", { name: "Public Templates" }).locator(".template-open");
  await shared.first().focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const names = await shared.allTextContents();
  for (const [key, at] of [
    ["ArrowDown", 1],
    ["End", 9],
    ["ArrowDown", 0],
    ["ArrowUp", 9],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused()).toBe(names[at] ?? "");
  }
  // What is opened has the room to itself; the list is a drawer over it, until Esc.
  await shared.first().click();
  await button(page, "Show the templates").click();
  await shared.nth(1).focus();
  await page.keyboard.press("Escape");
  await button(page, "Show the templates").waitFor();
  expect(await shared.first().isVisible()).toBe(false);
});

test("axe finds nothing in the lists, a history and a comparison, in either theme", async () => {
  const template = await someTemplate();
  await save(template._id, "<p>Second</p>");
  const { page } = await openDesign({ bypassCSP: true });
  await choose(page, template, "History");
  await page.locator(".template-versions button").nth(1).waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, `Delete ${template.name}`).click();
  await page.getByText("is deleted").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
});

test("axe finds nothing in any dialog of the tab, nor in a preview, in either theme", async () => {
  const template = await someTemplate("<h1>Hello {{nobody}}</h1>");
  const { page } = await openDesign({ bypassCSP: true });
  await write(page, template.name);
  const dialogs = [
    () => button(page, "Starters").click(),
    () => button(page, "Save As").click(),
    () => button(page, "Send test").click(),
    () => choose(page, template, "Rename"),
  ];
  for (const open of dialogs) {
    await showTemplates(page);
    await open();
    await page.locator("dialog[open] :is(form, .starters)").waitFor();
    expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
    await page.keyboard.press("Escape");
  }
  await button(page, "Preview").click();
  await page.getByText("{{nobody}} is no merge field").waitFor();
  expect(await axeFindingsInBothThemes(page)).toEqual([]);
  await button(page, "Export").click();
  await page.getByRole("menuitem", { name: "HTML" }).waitFor();
  expect(await axeFindingsInBothThemes(page, ".design-modes")).toEqual([]);
});
