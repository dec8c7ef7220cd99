import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { atWork, lead } from "../../support/browser/atWork.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { until } from "../../support/until.ts";

const pages = servesPages();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const menuButton = (page: Page) => button(page, "Ada Lovelace: your menu");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test("the person's menu is gone through by keyboard, says the plan, and gives the focus back", async () => {
  const { page, complaints } = await pages.open({ as: await atWork(pages, 0), path: "/app" });
  await menuButton(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByText("3 of 50 leads").waitFor();
  await page.waitForFunction(() => document.activeElement?.role === "menuitem");
  expect(await focused(page)).toBe("See the plans and upgrade");
  expect(await menuButton(page).getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("Getting started");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("Settings");
  await page.keyboard.press("End");
  expect(await focused(page)).toBe("Terms");
  await page.keyboard.press("l");
  expect(await focused(page)).toBe("Light");
  await page.keyboard.press("Escape");
  await page.waitForFunction(
    () =>
      document.activeElement?.id === "person-button" &&
      document.activeElement.getAttribute("aria-expanded") === "false",
  );
  // Once it is there the button itself opens and closes it.
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Settings" }).waitFor();
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Settings" }).waitFor({ state: "hidden" });
  expect(complaints).toEqual([]);
});

test("the menu chooses light, dark or the system's theme, here, in storage and for the server's next page", async () => {
  const { page, context } = await pages.open({
    as: await atWork(pages, 0),
    path: "/app",
    colorScheme: "light",
  });
  const chosen = () =>
    page.evaluate(() => [document.documentElement.dataset.theme ?? "", localStorage.getItem("theme") ?? ""]);
  const cookie = async () => (await context.cookies()).find(({ name }) => name === "theme")?.value;
  await menuButton(page).click();
  const theme = (name: string) => page.getByRole("menuitemradio", { name, exact: true });
  await theme("As the system").and(page.locator('[aria-checked="true"]')).waitFor();
  await theme("Dark").click();
  expect([await chosen(), await cookie()]).toEqual([["dark", "dark"], "dark"]);
  await theme("As the system").click();
  expect([await chosen(), await cookie()]).toEqual([["", ""], undefined]);
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement as Element).backgroundColor);
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paper()).not.toBe(light);
});

test("Logout is seen at wide widths and stands in the menu at all of them", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/app" });
  const inHeader = page.getByRole("banner").getByRole("button", { name: "Logout" });
  expect(await inHeader.isVisible()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await inHeader.isVisible()).toBe(false);
  // The socket that ends with the session asks nobody who is there.
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 401 && refused.push(response.url()));
  await menuButton(page).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/app"));
  expect(refused).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeNull();
});

test("Ctrl+K finds a lead, a template, a campaign and a collection, and does things, all by keyboard", async () => {
  const { page, complaints } = await pages.open({ as: await atWork(pages), path: "/app#accounts" });
  const finder = page.getByRole("combobox", { name: "Find or do" });
  const option = (name: string | RegExp) => page.getByRole("option", { name });
  async function find(text: string) {
    await page.keyboard.press("Control+k");
    await finder.waitFor();
    await page.keyboard.type(text);
  }
  await find("ann");
  await option(/Ann Lee/).waitFor();
  await page.waitForFunction(() =>
    document.querySelector('[role="option"][aria-selected="true"]')?.textContent?.includes("Ann Lee"),
  );
  await page.keyboard.press("Enter");
  await page.waitForURL(/#leads\/./);

  await find("spring");
  await option(/^Spring 1/).waitFor();
  await option(/^spring ?3$/).waitFor();
  const chosen = () =>
    finder.evaluate(
      (field) => document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent,
    );
  await until(async () => (await chosen()) === "Spring 1");
  await page.keyboard.press("ArrowDown");
  expect(await chosen()).toBe("spring3");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#campaigns\/./);

  await find("letter");
  // What is found may come behind what was there, which Enter would choose.
  await until(async () => (await chosen())?.startsWith("Letter") === true);
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Design", selected: true }).waitFor();
  await page.locator(`.design[data-writing="true"]`).waitFor();
  // What is written has the focus, and its keys are its own.
  await page.getByRole("tab", { name: "Design" }).focus();

  await find("import leads");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Import" }).waitFor();
  await page.keyboard.press("Escape");
  await find("dark");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  await find("nobody of this name");
  await page.getByText('Nothing is called "nobody of this name"').waitFor();
  await page.keyboard.press("Escape");
  await finder.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("Ctrl+K is heard at once after something was chosen, and after Esc", async () => {
  const { page, complaints } = await pages.open({ as: await atWork(pages), path: "/app#accounts" });
  const finder = page.getByRole("combobox", { name: "Find or do" });
  for (const key of ["Enter", "Escape"]) {
    await page.keyboard.press("Control+k");
    await finder.fill("leads");
    await page.getByRole("option", { name: "Leads", exact: true }).waitFor();
    // The second key before the browser tells that the dialog is closed, as with whoever is quick.
    await finder.evaluate(async (field, key) => {
      if (key === "Escape") field.closest("dialog")?.dispatchEvent(new Event("cancel", { cancelable: true }));
      else field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      await Promise.resolve();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
    }, key);
    await page.waitForFunction(() => {
      const field = document.querySelector<HTMLInputElement>("dialog[open].finder-dialog input");
      return field !== null && field === document.activeElement && field.value === "";
    });
    await page.keyboard.press("Escape");
    await finder.waitFor({ state: "detached" });
  }
  expect(complaints).toEqual([]);
});

test("what is more than Ctrl+K shows is counted, and shown whole in Leads, where the search says what for", async () => {
  const as = await atWork(pages, 0);
  const leads = Array.from({ length: 7 }, (_, at) => lead(`Yann${at}`));
  await as.client("POST /amplify/leads/bulk", { body: { leads } });
  const { page, complaints } = await pages.open({ as, path: "/app#accounts" });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find or do" }).fill("yann");
  await page.getByRole("status").getByText("7 results", { exact: true }).waitFor();
  expect(await page.getByRole("option", { name: /^Yann/ }).count()).toBe(5);
  await page.getByRole("option", { name: 'Show all 7 with "yann" in Leads' }).click();
  await page.getByRole("tab", { name: "Leads", selected: true }).waitFor();
  const search = page.getByLabel("Search leads");
  await until(async () => (await search.inputValue()) === "yann");
  await page.getByRole("row", { name: /Yann6/ }).waitFor();
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor({ state: "detached" });
  // The way back empties the field too, which said what nobody asked for any more.
  await search.fill("nobody of this name");
  await button(page, "Show all leads").click();
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  expect(await search.inputValue()).toBe("");
  expect(complaints).toEqual([]);
});

test("'/' finds the search of the panel and '?' lists the keys, none while one types, and neither once they are turned off", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/app" });
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement?.getAttribute("type") === "search");
  await page.keyboard.type("a/?");
  await page.keyboard.press("Control+k");
  expect(await page.locator(":focus").inputValue()).toBe("a/?");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.locator("#tab-leads").focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).getByText("Find anything").waitFor();
  await page.keyboard.press("Control+k");
  expect(await page.locator("dialog[open]").count()).toBe(1);
  await page.getByLabel("/ and ? work without Ctrl").uncheck();
  await page.keyboard.press("Escape");
  await page.locator("#tab-leads").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("?");
  await page.keyboard.press("/");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await page.locator("#tab-leads").and(page.locator(":focus")).waitFor();
  await page.reload();
  // Before its scripts have begun, no page hears a key.
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.locator("#tab-leads").focus();
  await page.keyboard.press("?");
  expect(await page.locator("dialog[open]").count()).toBe(0);
  // The finder's own key has Ctrl in it, and leads to the list, where they are turned on again.
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Keyboard help" }).click();
  await page.getByLabel("/ and ? work without Ctrl").check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
});

test("what Ctrl+K opens has the focus: from a page where nothing had it, and from a tab that is hidden now", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/app" });
  const go = async (where: string) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find or do" }).fill(where);
    await page.getByRole("option", { name: where }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  };
  const isInContent = () =>
    page.waitForFunction(() => {
      const { activeElement } = document;
      return activeElement?.closest(".workspace-content") && !activeElement.closest("[hidden]");
    });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await go("Campaigns");
  await page.getByRole("heading", { name: "Campaigns", exact: true }).waitFor();
  await isInContent();
  await go("Leads");
  await page.getByRole("button", { name: "Columns", exact: true }).focus();
  await go("Accounts");
  await page.getByRole("heading", { name: "Accounts", exact: true }).waitFor();
  await isInContent();
});

test("what another device changes shows without a press: templates, collections, leads and accounts", async () => {
  const as = await atWork(pages, 0);
  const { page } = await pages.open({ as, path: "/app" });
  const { client } = await pages.server.logIn(as);
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  await page.getByRole("checkbox", { name: "Select Ann Lee" }).check();
  await client("POST /amplify/leads", { body: lead("Dora") });
  await page.getByRole("row", { name: /Dora Lee/ }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Select Ann Lee" }).isChecked()).toBe(true);
  await client("POST /amplify/collections", { body: { name: "autumn" } });
  await page.getByRole("button", { name: /^autumn/ }).waitFor();
  await page.locator("#tab-design").click();
  await client("POST /templates", { body: { name: "From elsewhere", html: "<p>Hello</p>" } });
  await page.locator(".panel:not([hidden])").getByText("From elsewhere").waitFor();
  await page.locator("#tab-accounts").click();
  const appEmail = "second@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Second <${appEmail}>` } as const;
  await client("POST /amplify/auth/credentials", { body });
  await page.locator(".panel:not([hidden])").getByText("second@sandbox.example").first().waitFor();
});

test("a send under way is paused and resumed from the list, and axe finds nothing in that, the menu, the finder and the keys", async () => {
  const as = await atWork(pages, 2);
  const { page, context, complaints } = await pages.open({ as, path: "/app", bypassCSP: true });
  // What stands at the pointer of the theme's switch and of a page's box is not read out a second time.
  await page.locator(".lead-grid thead input").waitFor();
  const { nodes } = await (await context.newCDPSession(page)).send("Accessibility.getFullAXTree");
  const said = nodes.filter(({ name }) => /^(Switch to|Select leads|Select all)/.test(name?.value ?? ""));
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter(({ description }) => description?.value)).toEqual([]);
  // Nor that of any button.
  expect(nodes.filter(({ name, description }) => name?.value && name.value === description?.value)).toEqual(
    [],
  );
  await menuButton(page).click();
  await page.getByText("3 of 50 leads").waitFor();
  // What lies around each of them is looked at without it (axe.test.ts).
  expect(await axeFindingsInBothThemes(page, ".person-menu")).toEqual([]);
  await page.keyboard.press("Escape");
  await button(page, "+1: show all 2 under way").click();
  const bar = page.locator(".send-bar").first();
  await bar.getByRole("button", { name: "Pause" }).click();
  await bar.getByRole("button", { name: "Resume" }).click();
  await bar.getByRole("button", { name: "Pause" }).waitFor();
  expect(await axeFindingsInBothThemes(page, ".activity")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator(".activities").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("activity-open");
  await button(page, /^Find or do/).click();
  await page.getByRole("combobox", { name: "Find or do" }).fill("a");
  await page.getByRole("option", { name: /Ann Lee/ }).waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Find or do" }).waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  expect(complaints).toEqual([]);
});
