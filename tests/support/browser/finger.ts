import type { CDPSession, Locator, Page } from "playwright-core";

export type Point = { x: number; y: number };

/**
 * A finger on a page whose context has touch: the browser itself makes scrolling, taps and pointer events of what it
 * does, as it does on a phone.
 */
export async function fingerOn(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (at: Point) => send("touchStart", [at]),
    async move(from: Point, to: Point, steps = 8): Promise<void> {
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        const x = Math.round(from.x + (to.x - from.x) * share);
        const y = Math.round(from.y + (to.y - from.y) * share);
        await send("touchMove", [{ x, y }]);
      }
    },
    up: () => send("touchEnd", []),
  };
}

/** A point of an element, by shares of its width and height, once two frames have shown it in the same place. */
export async function pointOf(element: Locator, { x, y }: Point = { x: 0.5, y: 0.5 }): Promise<Point> {
  // A menu has its place from its first frame on, which a busy machine may draw later than somebody asks for it.
  await (await element.elementHandle())?.waitForElementState("stable");
  const box = await element.boundingBox();
  if (box === null) throw new Error("there is nothing to touch");
  return { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y) };
}
