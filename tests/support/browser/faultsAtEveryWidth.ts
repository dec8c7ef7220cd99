import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "./axe.ts";

/**
 * What is wrong with what a page shows on a screen of 1440, 1024 and 390 pixels: where it is wider, and what axe finds in
 * either theme. `draw` takes a picture at each width. It is left as it is on the widest.
 */
export async function faultsAtEveryWidth(
  page: Page,
  draw?: (width: number) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1440, 1024, 390]) {
    await resizeTo(page, { width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`${over} pixels wider than a screen of ${width}`);
    await draw?.(width);
    const found = await axeFindingsInBothThemes(page);
    faults.push(...found.map((each) => `at ${width} pixels, ${each}`));
  }
  await resizeTo(page, { width: 1440, height: 900 });
  return faults;
}

/**
 * Gives a page another size, in CSS pixels, and waits until it has drawn itself for it: a table that stands in blocks on a narrow screen is told
 * of its width with the next frame, so that who measures before sees the wide one in the narrow screen, as nobody does.
 */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}
