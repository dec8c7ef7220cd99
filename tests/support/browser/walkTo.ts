import type { Page } from "playwright-core";

/** With Tab alone, as somebody does who cannot see where things stand. */
export async function walkTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  const isThere = () =>
    target.evaluateAll((found) => found.some((element) => element === document.activeElement));
  for (let presses = 0; presses < 150; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`150 Tabs do not lead to ${target}`);
}
