import { dayMs } from "../limits/units.ts";

/** How much an account may send in 24 hours, as its owner set it; null where there is no limit of that kind. */
export type DailyLimits = { perDay: number | null; rampPerDay: number | null; rampStartedAt: number | null };

export type DailyStep = {
  /** Mails in 24 hours; null without any limit. */
  countMax: number | null;
  /** Of the ramp-up, from 1; null once the daily limit is the smaller of the two, or without a ramp-up. */
  rampDay: number | null;
  /** When the ramp-up allows more; null without one under way. */
  growsAt: number | null;
};

/**
 * Today's step of an account: a ramp-up lets `rampPerDay` mails go on its first day and as many more on each day
 * after it, until the daily limit is the smaller one. A new mailbox that sends a lot at once looks like a stolen one.
 */
export function dailyStep({ perDay, rampPerDay, rampStartedAt }: DailyLimits, now: number): DailyStep {
  const plain = { countMax: perDay, rampDay: null, growsAt: null };
  if (rampPerDay === null || rampStartedAt === null) return plain;
  // A clock that was set back must not lead to a day before the first.
  const rampDay = Math.max(0, Math.floor((now - rampStartedAt) / dayMs)) + 1;
  const ramped = rampPerDay * rampDay;
  if (perDay !== null && ramped >= perDay) return plain;
  return { countMax: ramped, rampDay, growsAt: rampStartedAt + rampDay * dayMs };
}
