import { expect, test } from "bun:test";
import { added, countIn } from "../../../contract/campaigns/bars.ts";
import type { MailStage } from "../../../contract/schemas/campaignInsight.ts";
import { fitted, slicesOf, spread } from "../../../islands/Workspace/campaigns/picture/bars.ts";
import { filledIn } from "../../../islands/Workspace/campaigns/plots/filledIn.ts";
import { barsOf } from "../../../server/campaigns/insight/picture.ts";
import { putTogether, timeStepFor } from "../../../server/campaigns/insight/times.ts";

const hour = 3_600_000;

test("bars that are put together hold each mail once, in their order", () => {
  const mails = Array.from({ length: 1_003 }, (_, index): MailStage => (index < 900 ? "sent" : "waiting"));
  const bars = barsOf(mails, 500);
  expect([bars.length, added(bars)]).toEqual([335, { sent: 900, waiting: 103 }]);
  const few = fitted({ order: "list", bars }, 100);
  expect(few.length).toBeLessThanOrEqual(100);
  expect(added(few)).toEqual({ sent: 900, waiting: 103 });
  expect(few.at(-1)).toEqual({ waiting: countIn(few.at(-1) ?? {}) });
});

test("of what there is any at all a bar is seen, and there are as many bars as there is room for", () => {
  const bars = spread({ sent: 9_990, failed: 1, opened: 8, uncertain: 1 }, 48);
  const sums = added(bars);
  expect([bars.length, sums.failed, sums.opened, sums.uncertain]).toEqual([48, 1, 1, 1]);
  expect(spread({ sent: 2, waiting: 1 }, 48)).toHaveLength(3);
  expect(spread({}, 48)).toEqual([]);
  // What waits stands behind all others.
  expect(spread({ sent: 5, waiting: 5 }, 10).slice(5)).toEqual(Array(5).fill({ waiting: 1 }));
});

test("the further a mail came, the taller is its bar", () => {
  const tall = (["waiting", "skipped", "failed", "uncertain", "sent", "opened", "clicked"] as const).map(
    (stage) => slicesOf({ [stage]: 1 })[0]?.to ?? 0,
  );
  expect(tall).toEqual(tall.toSorted((one, other) => one - other));
  expect(new Set(tall).size).toBe(7);
});

test("days begin at midnight of their zone on both days on which clocks change", () => {
  const midnights = ["2026-03-28T23:00Z", "2026-03-29T22:00Z", "2026-10-24T22:00Z", "2026-10-25T23:00Z"];
  for (const midnight of midnights) {
    const at = Date.parse(midnight);
    const moments = [at, at + hour, at + 5 * hour].map((one) => ({ at: one, sent: 1 }));
    expect(putTogether(moments, "day", "Europe/Berlin")).toMatchObject([{ at, sent: 3 }]);
  }
  const half = putTogether([{ at: Date.parse("2026-05-01T10:20Z"), sent: 1 }], "hour", "Asia/Kathmandu");
  expect(new Date(half[0]?.at ?? 0).toISOString()).toBe("2026-05-01T10:15:00.000Z");
});

test("a year of minutes is told by days, and what was asked for where it fits", () => {
  const year = { from: 0, to: 365 * 24 * hour };
  expect([timeStepFor(year, "minute"), timeStepFor(year)]).toEqual(["day", "day"]);
  expect(timeStepFor({ from: 0, to: hour }, "hour")).toBe("hour");
  expect(timeStepFor({ from: 0, to: hour })).toBe("minute");
});

test("a line falls to the ground where nothing was, and does not cross the gap", () => {
  const none = { sent: 0, opened: 0, clicked: 0, machineOpened: 0, machineClicked: 0, optedOut: 0 };
  const points = [0, hour, 5 * hour].map((at) => ({ ...none, at, sent: 2 }));
  expect(filledIn({ by: "hour", points }).map(({ at, sent }) => [at / hour, sent])).toEqual([
    [-1, 0],
    [0, 2],
    [1, 2],
    [2, 0],
    [4, 0],
    [5, 2],
    [6, 0],
  ]);
});
