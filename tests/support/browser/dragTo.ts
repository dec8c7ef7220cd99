import type { Locator, Page } from "playwright-core";

/** Drags with the mouse; `at` says how far down the target it is dropped, from 0 to 1. */
export async function dragTo(
  page: Page,
  { from, to, at }: { from: Locator; to: Locator; at: number },
): Promise<void> {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (a === null || b === null) throw new Error("nothing to drag");
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + 40, b.y + b.height / 2, { steps: 4 });
  await page.mouse.move(b.x + 40, b.y + b.height * at, { steps: 4 });
  await page.mouse.up();
}
