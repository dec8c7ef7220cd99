import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "./axe.ts";

/**
 * What is wrong with what a page shows on a screen of 1440, 1024 and 390 pixels: where it is wider, which part of it
 * scrolls by a few pixels, which is a bar in the way and nothing to scroll to, and what axe finds in either theme. `draw` takes a picture at each width. It is left as it is on the widest.
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
    for (const each of await page.evaluate(scrollingByNothing)) faults.push(`at ${width} pixels, ${each}`);
    await draw?.(width);
    const found = await axeFindingsInBothThemes(page);
    faults.push(...found.map((each) => `at ${width} pixels, ${each}`));
  }
  await resizeTo(page, { width: 1440, height: 900 });
  return faults;
}

/** A browser whose scroll bars take room, as on Windows, shows one for a single pixel; the one of the tests hides them. */
function scrollingByNothing(): string[] {
  const leastPx = 6;
  return [...document.querySelectorAll("*")].flatMap((element) => {
    if (!element.checkVisibility()) return [];
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = (overflow: string, by: number) =>
      (overflow === "auto" || overflow === "scroll") && by > 0 && by < leastPx;
    const across = element.scrollWidth - element.clientWidth;
    const down = element.scrollHeight - element.clientHeight;
    if (!scrolls(overflowX, across) && !scrolls(overflowY, down)) return [];
    return [`${element.localName}.${element.className} scrolls by ${across} and ${down} pixels`];
  });
}

/**
 * Gives a page another size, in CSS pixels, and waits until it has drawn itself for it: a table that stands in blocks on a narrow screen is told
 * of its width with the next frame, so that who measures before sees the wide one in the narrow screen, as nobody does.
 */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}
