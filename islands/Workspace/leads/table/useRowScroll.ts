import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import {
  isAtOddEnd,
  offsetAfter,
  offsetShowing,
  type ScrollPlace,
  type ScrollSpace,
  topFor,
} from "./scrollSpace.ts";

const { rowsAhead, rowsPerStep, listHeightPx, scrollRestMs } = screenLimits;

type RowScroll = {
  /** The rows to draw, in the order of the document: each with the slot that it fills. */
  rows: readonly { index: number; slot: number }[];
  first: number;
  last: number;
  /** How high the list is to the browser. */
  heightPx: number;
  /** How far below the list's top a row is to be drawn. */
  startOf: (index: number) => number;
  /** Scrolls no further than it takes to see the row. */
  reveal: (index: number) => void;
  toStart: () => void;
};

type List = { count: number; rowPx: number };
type Frame = { viewPx: number; headPx: number };
type Drawn = { first: number; shiftPx: number; order: readonly number[] };

/**
 * Which rows of a long list are drawn while its frame scrolls. Rows are all of one height. A row that leaves is used again
 * for one that comes (its slot), and stays where it is in the document until the list rests: then rows stand in their order.
 */
export function useRowScroll(frame: RefObject<HTMLElement | null>, list: List): RowScroll {
  const { viewPx, headPx } = useFrameSize(frame);
  const slots = Math.min(list.count, Math.ceil(viewPx / list.rowPx) + 1 + 2 * rowsAhead + rowsPerStep);
  const [drawn, setDrawn] = useState<Drawn>({ first: 0, shiftPx: 0, order: [] });
  const place = useRef<ScrollPlace>({ top: 0, offset: 0 });
  const space = spaceOf(list, { viewPx, headPx });
  const latest = useRef({ ...list, ...space, headPx, slots });
  useLayoutEffect(() => {
    latest.current = { ...list, ...space, headPx, slots };
  });

  /** Draws what the place asks for, if that is something else than what is there. */
  const draw = useCallback((atRest: boolean) => {
    const { top, offset } = place.current;
    const first = firstDrawn(offset, latest.current);
    const shiftPx = offset - top;
    setDrawn((before) => {
      const order = atRest ? orderFrom(first, latest.current.slots) : before.order;
      const same = before.first === first && before.shiftPx === shiftPx;
      return same && order.join() === before.order.join() ? before : { first, shiftPx, order };
    });
  }, []);

  const put = useCallback(
    (offset: number) => {
      const element = frame.current;
      if (element === null) return;
      place.current = { offset, top: topFor(latest.current, offset) };
      element.scrollTop = place.current.top;
      draw(false);
    },
    [frame, draw],
  );

  useScrolling(frame, {
    onScroll: (top) => {
      if (Math.abs(top - place.current.top) < 1) return;
      const offset = offsetAfter(latest.current, place.current, top);
      place.current = { top, offset };
      // In the same frame as the scrolling: rows that come a frame later would leave a gap.
      flushSync(() => (isAtOddEnd(latest.current, place.current) ? put(offset) : draw(false)));
    },
    onRest: () => {
      flushSync(() => {
        if (latest.current.fullPx > latest.current.shownPx) put(place.current.offset);
        draw(true);
      });
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, or another frame, is a reason to look again.
  useLayoutEffect(() => {
    if (space.fullPx > space.shownPx)
      put(Math.max(0, Math.min(place.current.offset, space.fullPx - space.viewPx)));
    draw(true);
  }, [list.count, list.rowPx, viewPx, headPx]);

  const first = Math.min(drawn.first, Math.max(0, list.count - slots));
  return {
    rows: rowsIn({ first, slots, order: drawn.order }),
    first,
    last: first + slots - 1,
    heightPx: space.shownPx - headPx,
    startOf: (index) => index * list.rowPx - drawn.shiftPx,
    reveal: useCallback(
      (index) => {
        const { rowPx, headPx: head } = latest.current;
        const { offset } = place.current;
        // Before it is laid out, no scrolling would bring a row into sight.
        if (latest.current.viewPx === 0) return;
        const stretch = { startPx: index * rowPx, endPx: (index + 1) * rowPx, headPx: head };
        const wanted = offsetShowing(latest.current, { offset, ...stretch });
        if (wanted !== offset) put(wanted);
      },
      [put],
    ),
    toStart: useCallback(() => put(0), [put]),
  };
}

function spaceOf({ count, rowPx }: List, { viewPx, headPx }: Frame): ScrollSpace {
  const fullPx = headPx + count * rowPx;
  return { fullPx, shownPx: Math.min(fullPx, listHeightPx), viewPx };
}

/** In steps of a few rows: each row more would be a drawing of its own. */
function firstDrawn(offset: number, { rowPx, count, slots }: List & { slots: number }): number {
  const ahead = Math.floor(offset / rowPx) - rowsAhead;
  return Math.max(0, Math.min(Math.floor(ahead / rowsPerStep) * rowsPerStep, count - slots));
}

function orderFrom(first: number, slots: number): number[] {
  return Array.from({ length: slots }, (_, position) => (first + position) % slots);
}

function rowsIn({ first, slots, order }: { first: number; slots: number; order: readonly number[] }) {
  const inOrder = order.length === slots ? order : orderFrom(first, slots);
  const firstSlot = slots === 0 ? 0 : first % slots;
  return inOrder.map((slot) => ({ slot, index: first + ((slot - firstSlot + slots) % slots) }));
}

/** How much of the list is seen, and how much of that its heading takes. */
function useFrameSize(frame: RefObject<HTMLElement | null>): Frame {
  const [size, setSize] = useState<Frame>({ viewPx: 0, headPx: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => {
      const viewPx = element.clientHeight;
      const headPx = element.querySelector("thead")?.offsetHeight ?? 0;
      setSize((before) =>
        before.viewPx === viewPx && before.headPx === headPx ? before : { viewPx, headPx },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return size;
}

/** Tells of every move of the frame, and when it has come to rest. */
function useScrolling(
  frame: RefObject<HTMLElement | null>,
  heard: { onScroll: (top: number) => void; onRest: () => void },
): void {
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.onRest(), scrollRestMs);
      latest.current.onScroll(element.scrollTop);
    };
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("scroll", onScroll);
    };
  }, [frame]);
}
