import { describe, expect, test } from "bun:test";
import {
  isAtOddEnd,
  offsetAfter,
  offsetShowing,
  topFor,
} from "../../../islands/Workspace/leads/table/scrollSpace.ts";

const short = { fullPx: 3_600, shownPx: 3_600, viewPx: 600 };
/** A million rows of 36 pixels and their heading, shown as eight million pixels. */
const long = { fullPx: 36_000_036, shownPx: 8_000_000, viewPx: 600 };
const lastTop = long.shownPx - long.viewPx;
const lastOffset = long.fullPx - long.viewPx;

describe("the scroll space of a list", () => {
  test("is the list itself where the browser can show all of it", () => {
    expect(offsetAfter(short, { top: 0, offset: 0 }, 1_234)).toBe(1_234);
    expect(topFor(short, 1_234)).toBe(1_234);
  });

  test("has both ends of the list at its own ends", () => {
    expect(offsetAfter(long, { top: 0, offset: 0 }, lastTop)).toBe(lastOffset);
    expect(offsetAfter(long, { top: lastTop, offset: lastOffset }, 0)).toBe(0);
    expect(topFor(long, lastOffset)).toBe(lastTop);
    expect(topFor(long, 0)).toBe(0);
  });

  test("goes to the same share of the list when the bar is dragged far", () => {
    expect(offsetAfter(long, { top: 0, offset: 0 }, lastTop / 2)).toBeCloseTo(lastOffset / 2, 3);
  });

  test("moves by as many pixels as the wheel does, wherever the list is", () => {
    const before = { top: topFor(long, 20_000_000), offset: 20_000_000 };
    expect(offsetAfter(long, before, before.top + 100)).toBe(20_000_100);
    expect(offsetAfter(long, before, before.top - 100)).toBe(19_999_900);
  });

  test("reaches every row by wheel, from one end to the other and back", () => {
    let place = { top: topFor(long, 5_000), offset: 5_000 };
    for (let step = 0; step < 60; step += 1) {
      const top = Math.max(0, place.top - 100);
      place = { top, offset: offsetAfter(long, place, top) };
      if (isAtOddEnd(long, place)) place = { ...place, top: topFor(long, place.offset) };
    }
    expect(place).toEqual({ top: 0, offset: 0 });
  });

  test("notices an end of the bar that is no end of the list, and the other way round", () => {
    expect(isAtOddEnd(long, { top: 0, offset: 3_000 })).toBe(true);
    expect(isAtOddEnd(long, { top: 700, offset: 0 })).toBe(true);
    expect(isAtOddEnd(long, { top: lastTop, offset: lastOffset - 50 })).toBe(true);
    expect(isAtOddEnd(long, { top: 0, offset: 0 })).toBe(false);
    expect(isAtOddEnd(long, { top: lastTop, offset: lastOffset })).toBe(false);
  });

  test("scrolls no further than it takes to see a row below the heading", () => {
    const row = { startPx: 720, endPx: 756, headPx: 36 };
    expect(offsetShowing(short, { offset: 1_000, ...row })).toBe(720);
    expect(offsetShowing(short, { offset: 700, ...row })).toBe(700);
    expect(offsetShowing(short, { offset: 0, ...row })).toBe(756 + 36 - 600);
  });
});
