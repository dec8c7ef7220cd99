import type { Page } from "playwright-core";
import { axeFindings, ownChoice } from "./axe.ts";

/**
 * What is wrong with what a page shows on a screen of 1440, 1024 and 390 pixels: where it is wider, which part of it
 * scrolls by a few pixels, which is a bar in the way and nothing to scroll to, and what axe finds in either theme: of
 * colours, the dearest, only where they are others than on the wider screen. `draw` takes a picture at each width. It
 * is left as it is on the widest.
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
    const found = await axeFindingsAt(page, width);
    faults.push(...found.map((each) => `at ${width} pixels, ${each}`));
  }
  await resizeTo(page, { width: 1440, height: 900 });
  return faults;
}

/** In the light theme with every rule, in the dark one with those about colours; the page is left in the light one. */
async function axeFindingsAt(page: Page, width: number): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(offerOthers, theme);
    const said: string[] = [];
    if (width === 1440) said.push(...(await axeFindings(page, "", theme === "light" ? "all" : "colours")));
    else {
      if (theme === "light") said.push(...(await axeFindings(page, "", "allButColours")));
      said.push(...(await axeFindings(page, ownChoice, "colours")));
    }
    found.push(...said.map((each) => `in the ${theme} theme, ${each}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/**
 * Runs in the page: offers to find the elements that are seen and were not at the widest in this theme, or whose colours
 * or letters were others. What is seen there is noted at once.
 */
function offerOthers(theme: string): void {
  const page = window as unknown as Record<string, unknown>;
  const looks = () => {
    const found = new Map<Element, string>();
    for (const element of document.body.querySelectorAll("*")) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { color, backgroundColor, backgroundImage, fontSize, fontWeight } = getComputedStyle(element);
      found.set(element, [color, backgroundColor, backgroundImage, fontSize, fontWeight].join());
    }
    return found;
  };
  if (window.innerWidth === 1440) page[`looks ${theme}`] = looks();
  const before = page[`looks ${theme}`] as Map<Element, string>;
  page.elementsToLookAt = () =>
    [...looks()].flatMap(([element, look]) => (before.get(element) === look ? [] : [element]));
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
