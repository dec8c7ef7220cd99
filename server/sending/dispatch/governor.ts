import { budgetLimits } from "../../../contract/limits/sending.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import type { OwnLimit } from "../../../contract/reasons/sending.ts";
import type { Budget } from "../../../contract/sending/providers.ts";
import { type DailyLimits, type DailyStep, dailyStep } from "../../../contract/sending/rampUp.ts";

export type Allowance =
  | { countMax: number; hold: null }
  /** Nothing may go before `nextAt`; `rule` is the limit that says so. */
  | { countMax: 0; hold: { rule: OwnLimit; nextAt: number } };

/** An account's own limits: its provider's kinds of limit, and a ramp-up. */
export type AccountBudget = Budget & Partial<DailyLimits>;

export type Bucket = { bucketAt: number; count: number };

export type Governor = ReturnType<typeof createGovernor>;

/** The last minute is counted in slices of this length, each as if at its end: a place is free late by less, never early. */
const sliceMs = 100;

/**
 * An account's rolling budget: mails in 24 hours (fewer during a ramp-up), mails in a minute and the gap between two. The days' counts
 * come from the database, so a restart forgets nothing; the last minute is then taken as just used.
 */
export function createGovernor({
  budget,
  history,
  now: openedAt,
}: {
  budget: AccountBudget;
  history: readonly Bucket[];
  now: number;
}) {
  const used = history.filter(({ count }) => count > 0);
  const buckets = new Map(used.map((bucket) => [bucket.bucketAt, bucket.count]));
  const slices = new Map<number, number>();
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { bucketAt, count } of used.slice(-2)) {
    // Unknown within its minute, so counted at the minute's end, or now where that is still to come: late by less than
    // a minute, never early.
    const endAt = Math.min(bucketAt + budgetLimits.bucketMs, openedAt);
    add(slices, endAt, count);
    lastAt = Math.max(lastAt, endAt);
  }

  const stepAt = (now: number) => dailyStep({ rampPerDay: null, rampStartedAt: null, ...budget }, now);

  return {
    /** How many mails the day still has, whatever the pace. */
    leftToday(now: number): number {
      forget(buckets, now - budgetLimits.windowMs);
      return left(stepAt(now).countMax, buckets);
    },

    allow(wanted: number, now: number): Allowance {
      forget(buckets, now - budgetLimits.windowMs);
      forget(slices, now - minuteMs);
      const gapEndsAt = lastAt + budget.gapMs;
      if (budget.gapMs > 0 && now < gapEndsAt)
        return held({ limit: "gap", countMax: null, day: null }, gapEndsAt);
      const byMinute = left(budget.perMinute, slices);
      if (byMinute === 0) {
        const rule = { limit: "minute", countMax: budget.perMinute, day: null } as const;
        return held(rule, oldest(slices, now) + minuteMs);
      }
      const step = stepAt(now);
      const byDay = left(step.countMax, buckets);
      if (byDay === 0) return held(ruleOf(step), freeAt(step, oldest(buckets, now)));
      const perStep = budget.gapMs > 0 ? 1 : wanted;
      return { countMax: Math.min(perStep, byMinute, byDay), hold: null };
    },

    record(count: number, now: number): void {
      if (count === 0) return;
      add(buckets, bucketOf(now), count);
      add(slices, sliceOf(now), count);
      lastAt = now;
    },

    /**
     * One mail of that minute was not taken after all, so the day has it again. The last minute and the gap stay as
     * they are: they bound how often the server is spoken to, and it was.
     */
    giveBack(bucketAt: number): void {
      const count = (buckets.get(bucketAt) ?? 0) - 1;
      if (count > 0) buckets.set(bucketAt, count);
      // An empty minute must not be taken for the oldest one that frees something.
      else buckets.delete(bucketAt);
    },

    /** One mail that was recorded then has not begun: the server was not spoken to, so the minute has it again too. */
    notBegun(at: number): void {
      const slice = sliceOf(at);
      const count = (slices.get(slice) ?? 0) - 1;
      if (count > 0) slices.set(slice, count);
      else slices.delete(slice);
    },
  };
}

/** The start of the minute that `now` is counted under. */
export function bucketOf(now: number): number {
  return Math.floor(now / budgetLimits.bucketMs) * budgetLimits.bucketMs;
}

/** The end of the slice that `now` lies in. */
function sliceOf(now: number): number {
  return Math.ceil(now / sliceMs) * sliceMs;
}

function ruleOf({ countMax, rampDay: day }: DailyStep): OwnLimit {
  return { limit: day === null ? "day" : "ramp", countMax, day };
}

/** Whichever comes first: a mail of yesterday that counts no more, or the ramp-up's next day. */
function freeAt({ growsAt }: DailyStep, oldestAt: number): number {
  return Math.min(oldestAt + budgetLimits.windowMs, growsAt ?? Number.POSITIVE_INFINITY);
}

function held(rule: OwnLimit, nextAt: number): Allowance {
  return { countMax: 0, hold: { rule, nextAt } };
}

function left(max: number | null, counts: Map<number, number>): number {
  if (max === null) return Number.POSITIVE_INFINITY;
  let used = 0;
  for (const count of counts.values()) used += count;
  return Math.max(0, max - used);
}

function oldest(counts: Map<number, number>, fallback: number): number {
  return Math.min(fallback, ...counts.keys());
}

function forget(counts: Map<number, number>, before: number): void {
  for (const at of counts.keys()) if (at <= before) counts.delete(at);
}

function add(counts: Map<number, number>, at: number, count: number): void {
  counts.set(at, (counts.get(at) ?? 0) + count);
}
