import { expect, test } from "bun:test";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

test("on a phone what ends a long form stays within reach, and never over what has the focus", async () => {
  const as = await pages.server.signUp();
  const { page } = await pages.open({ as, path: "/app", viewport: { width: 390, height: 600 } });
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Add Lead", exact: true }).click();
  await page.getByRole("dialog").getByLabel("First name").waitFor();
  const placed = () =>
    page.evaluate(() => {
      const actions = document.querySelector(".dialog[open] .stack > .actions");
      const focused = document.activeElement;
      const [end, own] = [actions, focused].map((element) => element?.getBoundingClientRect());
      return {
        isBeyond: (end?.bottom ?? 0) > innerHeight,
        isCovered: !actions?.contains(focused) && (own?.bottom ?? 0) > (end?.top ?? 0),
        isLast: focused?.textContent === "Add Lead",
      };
    });
  const seen = [];
  while (seen.at(-1)?.isLast !== true && seen.length < 20) {
    seen.push(await placed());
    await page.keyboard.press("Tab");
  }
  expect(seen.at(-1)?.isLast).toBe(true);
  expect(seen.filter(({ isBeyond, isCovered }) => isBeyond || isCovered)).toEqual([]);
});
