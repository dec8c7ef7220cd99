/** A list that scrolls, in pixels: how high it is, how high the browser is told that it is, and how much of it is seen. */
export type ScrollSpace = { fullPx: number; shownPx: number; viewPx: number };

/** How far the element is scrolled, and how far the list is. Without a shortened list the two are the same. */
export type ScrollPlace = { top: number; offset: number };

/** So many screenfuls at both ends of a shortened list are shown at their full height: an end is reached as in any other list. */
const fullScreens = 50;

/**
 * Browsers end an element after 17 to 33 million pixels, so a longer list is shown shorter than it is. A far jump (the
 * scroll bar's thumb) then goes to the same share of the list; a near move (wheel, finger, the bar's arrows) moves
 * the list by just as many pixels, as it does anywhere else.
 */
export function offsetAfter(space: ScrollSpace, before: ScrollPlace, top: number): number {
  const { maxTop, maxOffset } = reachOf(space);
  if (maxTop === maxOffset) return top;
  const moved = top - before.top;
  const isNear = Math.abs(moved) <= space.viewPx;
  const offset = isNear ? before.offset + moved : stretched(space, top, { from: maxTop, to: maxOffset });
  return Math.max(0, Math.min(offset, maxOffset));
}

/** Where the scroll bar belongs for an offset of the list. */
export function topFor(space: ScrollSpace, offset: number): number {
  const { maxTop, maxOffset } = reachOf(space);
  return maxTop === maxOffset ? offset : stretched(space, offset, { from: maxOffset, to: maxTop });
}

/** From one length to another: both ends as they are, what is between them to scale. */
function stretched({ viewPx, shownPx }: ScrollSpace, at: number, { from, to }: { from: number; to: number }) {
  const end = Math.min(viewPx * fullScreens, shownPx / 4);
  if (at <= end) return at;
  if (at >= from - end) return to - (from - at);
  return end + ((at - end) / (from - 2 * end)) * (to - 2 * end);
}

/** Near moves let the bar drift from where it belongs: at an end of either the two must meet at once. */
export function isAtOddEnd(space: ScrollSpace, { top, offset }: ScrollPlace): boolean {
  const { maxTop, maxOffset } = reachOf(space);
  const ends = (at: number, max: number) => (at <= 0 ? -1 : at >= max - 1 ? 1 : 0);
  return ends(top, maxTop) !== ends(offset, maxOffset);
}

/** How far the list has to be scrolled for a stretch of it to be seen: no further than it takes. */
export function offsetShowing(
  space: ScrollSpace,
  { offset, startPx, endPx, headPx }: { offset: number; startPx: number; endPx: number; headPx: number },
): number {
  const { maxOffset } = reachOf(space);
  const lowest = endPx + headPx - space.viewPx;
  return Math.max(0, Math.min(Math.max(Math.min(offset, startPx), lowest), maxOffset));
}

function reachOf({ fullPx, shownPx, viewPx }: ScrollSpace): { maxTop: number; maxOffset: number } {
  return { maxTop: Math.max(0, shownPx - viewPx), maxOffset: Math.max(0, fullPx - viewPx) };
}
