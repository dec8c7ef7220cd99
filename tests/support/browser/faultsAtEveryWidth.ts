import type { Page } from "playwright-core";
import { axeFindings, axeFindingsInBothThemes } from "./axe.ts";

/**
 * What is wrong with what a page shows: where it is wider than a screen of 1440, 1024 or 390 pixels, and what axe finds
 * where its layout differs most: on the widest in both themes, and on a phone. `draw` takes a picture at each width.
 * It is left as it is on the widest.
 */
export async function faultsAtEveryWidth(
  page: Page,
  draw?: (width: number) => Promise<unknown>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) faults.push(`${over} pixels wider than a screen of ${width}`);
    await draw?.(width);
    const found = width === 1440 ? await axeFindingsInBothThemes(page) : [];
    if (width === 390) found.push(...(await axeFindings(page)));
    faults.push(...found.map((each) => `at ${width} pixels, ${each}`));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}
