import type { Page } from "playwright-core";

/**
 * Gives a page another size, in CSS pixels, and waits until it has drawn itself for it: a table that stands in blocks on a narrow screen is told
 * of its width with the next frame, so that who measures before sees the wide one in the narrow screen, as nobody does.
 */
export async function resizeTo(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}
