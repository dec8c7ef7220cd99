import type { Page } from "playwright-core";

/** By how many pixels the ring around what has the focus goes beyond what cuts it off, at the side where most is missing. */
export function cutRing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null) return 0;
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused);
    if (outlineStyle === "none") return 0;
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    let missing = 0;
    for (let around = focused.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const box = around.getBoundingClientRect();
      const [x, y] = [box.left + around.clientLeft, box.top + around.clientTop];
      missing = Math.max(
        missing,
        x - (left - reach),
        y - (top - reach),
        right + reach - (x + around.clientWidth),
        bottom + reach - (y + around.clientHeight),
      );
    }
    return missing;
  });
}
