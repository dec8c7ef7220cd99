import { expect, test } from "bun:test";
import { blockOf, bySums, mailBars } from "../../../cli/format/mailBars.ts";
import { divided, plotted } from "../../../cli/format/plot.ts";
import { countIn, grouped, type Sums, sumsOf } from "../../../contract/campaigns/bars.ts";

const one = (...names: (keyof Sums)[]): Sums[] => names.map((name) => ({ [name]: 1 }));
const textOf = (bars: readonly Sums[], blocks = true) =>
  mailBars(bars, { blocks })
    .map(({ text }) => text)
    .join("");

test("a bar is as tall as its mail came, and never two outcomes alike in colour", () => {
  const bars = one("waiting", "skipped", "failed", "uncertain", "sent", "opened", "clicked");
  expect(textOf(bars)).toBe("▁▁▂▃▅▇█");
  expect(textOf(bars, false)).toBe(".-x?soc");
  expect(new Set(mailBars(bars, { blocks: true }).map(({ color }) => color)).size).toBe(7);
});

test("neighbours of one outcome are one piece of their colour", () => {
  expect(mailBars(one("sent", "sent", "failed"), { blocks: false })).toEqual([
    { text: "ss", color: "green" },
    { text: "x", color: "red" },
  ]);
});

test("more mails than columns are put together in their order, and none is lost", () => {
  const bars = grouped(
    [...one(...Array<"sent">(90).fill("sent")), ...one(...Array<"failed">(10).fill("failed"))],
    40,
  );
  expect(bars).toHaveLength(34);
  expect(bars.reduce((sum, bar) => sum + countIn(bar), 0)).toBe(100);
  expect(textOf(bars, false)).toBe(`${"s".repeat(30)}${"x".repeat(4)}`);
  expect(textOf(bars)).toStartWith("▅▅");
});

test("of sums alone every kind has its share of the columns, and a single failure among thousands is seen", () => {
  const bars = bySums({ sent: 9_000, opened: 900, failed: 1, waiting: 99 }, 60);
  expect(bars).toHaveLength(60);
  expect(textOf(bars, false)).toBe(`ooooo${"s".repeat(53)}x.`);
  expect(bySums({}, 60)).toEqual([]);
  expect(textOf(bySums({ sent: 2, clicked: 1 }, 60), false)).toBe("css");
});

test("what a campaign counts is told once: whoever clicked is no second one who opened", () => {
  const counts = { queued: 3, sending: 1, deferred: 1, sent: 50, failed: 2, uncertain: 1, skipped: 4 };
  const sums = sumsOf({ counts, opened: 20, clicked: 5 });
  expect(sums).toEqual({ waiting: 5, skipped: 4, failed: 2, uncertain: 1, sent: 30, opened: 15, clicked: 5 });
});

test("a plot puts what happened into its columns, the last moment too", () => {
  const points = [
    { at: 0, count: 4 },
    { at: 49, count: 4 },
    { at: 100, count: 1 },
  ];
  const counts = divided(points, { fromMs: 0, toMs: 100, columns: 4 });
  expect(counts).toEqual([4, 4, 0, 1]);
  expect(plotted(counts, { blocks: true })).toBe("██·▂");
  expect(plotted(counts, { blocks: false })).toBe("99.3");
  expect(plotted([0, 0], { blocks: true })).toBe("··");
});

test("whatever share, a block is one of eight", () => {
  expect([-1, 0, 0.001, 0.125, 0.126, 0.5, 1, 2].map(blockOf).join("")).toBe("▁▁▁▁▂▄██");
});
