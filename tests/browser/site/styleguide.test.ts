import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servePages } from "../../support/browser/servePages.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages(servePages);
let page: Page;
beforeEach(async () => {
  ({ page } = await pages.open({
    path: "/styleguide",
    viewport: { width: 1440, height: 900 },
    bypassCSP: true,
  }));
  await page.locator("[data-hydrated]").waitFor({ state: "attached" });
});

const focused = () => page.evaluate(() => document.activeElement?.textContent);
const menu = () => page.getByRole("menu");

test("a menu is worked by keyboard alone and gives the focus back", async () => {
  await page.getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  await menu().waitFor();
  // With the letter that does the same beside it.
  expect(await focused()).toBe("EditE");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toBe("Delete");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Make a copy");
  await page.keyboard.press("Escape");
  await menu().waitFor({ state: "hidden" });
  expect(await focused()).toBe("More");

  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await menu().waitFor({ state: "hidden" });
  await page.getByRole("alert").getByText("Delete was chosen.").waitFor();
});

test("a menu opens beside its button, wherever that stands, and inside the screen", async () => {
  for (const width of [1440, 390]) {
    await resizeTo(page, { width, height: 900 });
    await page.getByRole("button", { name: "More" }).click();
    await (await menu().elementHandle())?.waitForElementState("stable");
    const button = await page.getByRole("button", { name: "More" }).boundingBox();
    const list = await menu().boundingBox();
    if (button === null || list === null) throw new Error("the menu is not there");
    expect(Math.abs(list.y - (button.y + button.height))).toBeLessThan(12);
    expect(list.x).toBeGreaterThanOrEqual(0);
    expect(list.x + list.width).toBeLessThanOrEqual(width);
    await page.keyboard.press("Escape");
  }
});

test("a menu at the end of the window opens above its button, and stays with it while the page scrolls", async () => {
  const more = page.getByRole("button", { name: "More" });
  await resizeTo(page, { width: 1440, height: 600 });
  await more.evaluate((button) => button.scrollIntoView({ block: "end" }));
  await more.press("Enter");
  const between = async () => {
    const [button, list] = [await more.boundingBox(), await menu().boundingBox()];
    if (button === null || list === null) throw new Error("the menu is not there");
    return { above: button.y - (list.y + list.height), below: list.y - (button.y + button.height) };
  };
  await (await menu().elementHandle())?.waitForElementState("stable");
  const { above } = await between();
  expect(above).toBeGreaterThanOrEqual(0);
  expect(above).toBeLessThan(12);
  // There is room below it now.
  await page.evaluate(() => window.scrollBy({ top: 400, behavior: "instant" }));
  await page.waitForFunction(() => {
    const [button, list] = [
      ".menu:popover-open",
      `[popovertarget="${document.querySelector(".menu:popover-open")?.id}"]`,
    ]
      .map((found) => document.querySelector(found)?.getBoundingClientRect())
      .toReversed();
    return (
      button !== undefined && list !== undefined && list.top >= button.bottom && list.top - button.bottom < 12
    );
  });
  await page.keyboard.press("Escape");
  await resizeTo(page, { width: 1440, height: 900 });
});

test("tabs move by arrows, and what is hidden keeps its place", async () => {
  await page.getByRole("tab", { name: "Design" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Plain text");
  await page.getByRole("tabpanel", { name: "Plain text" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe("Design");
  expect(await page.getByRole("tabpanel").count()).toBe(1);
  expect(await page.getByRole("tabpanel", { includeHidden: true }).count()).toBe(3);
});

test("a toast of trouble stays until it is dismissed", async () => {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const toast = page.getByRole("region", { name: "Messages" }).getByRole("alert");
  await toast.waitFor();
  await toast.getByRole("button", { name: "Dismiss" }).click();
  await toast.waitFor({ state: "detached" });
});

test("axe finds nothing on what floats, in either theme", async () => {
  await page.getByRole("button", { name: "Show a toast" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await menu().waitFor();
  // The page below is looked at with the others (looks.test.ts).
  expect(await axeFindingsInBothThemes(page, ".menu:popover-open")).toEqual([]);
  expect(await axeFindingsInBothThemes(page, ".toast-tray")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add a collection" }).click();
  await page.getByRole("dialog", { name: "New collection" }).waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
});

test("every part fits on its stage at 1440, 1024 and 390 pixels, and is painted in both themes", async () => {
  for (const width of [1440, 1024, 390]) {
    await resizeTo(page, { width, height: 900 });
    const over = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".specimen-stage > *")]
        .filter((part) => part.scrollWidth > part.clientWidth + 1 && !part.matches(".table-frame"))
        .map((part) => part.className),
    );
    expect({ width, over }).toEqual({ width, over: [] });
  }
  const seen = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const part of await page.locator(".specimen").all()) {
      const picture = await part.screenshot({ animations: "disabled" });
      seen.add(Bun.hash(picture).toString());
    }
  }
  // A part that came out blank or ignored the theme would be the same picture twice.
  expect(seen.size).toBe(2 * (await page.locator(".specimen").count()));
});

test("a combobox finds by typing, and Escape keeps what was chosen", async () => {
  const field = page.getByRole("combobox", { name: "Lead", exact: true });
  await field.click();
  await page.getByRole("option", { name: /Cem Öz/ }).waitFor();
  await field.fill("ben");
  await page.getByRole("option", { name: /Cem Öz/ }).waitFor({ state: "detached" });
  const marked = await field.getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${marked}"]`).textContent()).toContain("Ben Ode");
  await page.keyboard.press("Escape");
  expect(await field.inputValue()).toBe("Ann Lee");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  expect(await field.inputValue()).toBe("Cem Öz");
  expect(await field.getAttribute("aria-expanded")).toBe("false");
});
