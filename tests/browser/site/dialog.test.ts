import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { OneModal } from "../../support/browser/OneModal.tsx";
import { fixtureIslands, servePages } from "../../support/browser/servePages.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages(() => servePages({ folder: fixtureIslands, extra: { "/modal": OneModal } }));
let page: Page;
beforeEach(async () => {
  ({ page } = await pages.open({ path: "/modal" }));
  await page.locator("[data-hydrated]").waitFor({ state: "attached" });
});

const focused = () => page.evaluate(() => document.activeElement?.textContent);

test("a dialog opens and closes by keyboard alone and gives the focus back", async () => {
  await page.getByRole("button", { name: "Add collection" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New collection" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await focused()).toBe("Add collection");

  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await focused()).toBe("Add collection");
});

test("a dialog whose opener is gone lets go of the focus as it closes, for whoever looks after a lost one", async () => {
  const opener = page.getByRole("button", { name: "Add collection" });
  await opener.click();
  await opener.evaluate((element) => {
    element.setAttribute("hidden", "");
  });
  const close = page.getByRole("button", { name: "Close" });
  await close.focus();
  // At once: later the browser does it by itself.
  const isLost = await close.evaluate(async (element) => {
    (element as HTMLElement).click();
    await null;
    return !element.closest("dialog")?.open && document.activeElement === document.body;
  });
  expect(isLost).toBe(true);
});

test("a field's label, hint and error belong to its input, and the error leaves once it is put right", async () => {
  await page.getByRole("button", { name: "Add collection" }).click();
  const field = page.getByRole("textbox", { name: "Name" });
  const described = async () =>
    field.evaluate((input) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent),
    );
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await described()).toEqual(["Lower case.", "Please enter a name"]);

  await field.fill("friends");
  expect(await field.getAttribute("aria-invalid")).toBeNull();
  expect(await described()).toEqual(["Lower case."]);
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("the dialog covers the page: nothing behind it takes the focus", async () => {
  await page.getByRole("button", { name: "Add collection" }).click();
  await page.getByRole("dialog").waitFor();
  const places = new Set<boolean>();
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press("Tab");
    places.add(
      await page.evaluate(() => {
        const active = document.activeElement;
        return active === document.body || active?.closest("dialog") !== null;
      }),
    );
  }
  expect([...places]).toEqual([true]);
});
