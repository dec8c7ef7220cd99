import { dayMs, minuteMs } from "../../contract/limits/units.ts";
import { dailyStep } from "../../contract/sending/rampUp.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";

type SendForecast = {
  /** What the account may still send within 24 hours, or null without a daily limit. */
  leftToday: number | null;
  /** About how long a send of that many takes because of the account's limits; 0 when they do not slow it down. */
  takesMs: number;
};

type Limits = Pick<CredentialRow, "perDay" | "perMinute" | "gapMs" | "rampPerDay" | "rampStartedAt">;

type Asked = {
  count: number;
  sentToday: number;
  /** Of the minute before: nothing unless said. */
  sentThisMinute?: number;
  now: number;
};

/** How far an account's limits let a send go: an estimate, as other sends may use the same account. */
export function sendForecast(account: Limits, asked: Asked): SendForecast {
  const { leftToday, days, lastDayMs, pacedMs } = sendPace(account, asked);
  return { leftToday, takesMs: Math.max(days * dayMs + lastDayMs, pacedMs) };
}

/**
 * The same apart: the days that a daily limit takes before the last one begins, the time in which the mails of that day go
 * one after the other, and that of all mails without such a limit.
 */
export function sendPace(account: Limits, { count, sentToday, sentThisMinute = 0, now }: Asked) {
  const { countMax } = dailyStep(account, now);
  const leftToday = countMax === null ? null : Math.max(0, countMax - sentToday);
  const perMail = Math.max(account.gapMs, account.perMinute === null ? 0 : minuteMs / account.perMinute);
  // What is left of a minute goes at once; only what is beyond it waits.
  const leftThisMinute = account.perMinute === null ? count : account.perMinute - sentThisMinute;
  const pacedMs = count <= leftThisMinute && account.gapMs === 0 ? 0 : count * perMail;
  const { days, lastDay } = daysOf(account, { beyondToday: count - (leftToday ?? count), now });
  const isAtOnce = account.gapMs === 0 && lastDay <= (account.perMinute ?? lastDay);
  return { leftToday, days, lastDayMs: isAtOnce ? 0 : lastDay * perMail, pacedMs };
}

/** In how many days the rest has gone, each with its own step of a ramp-up, and how many mails the last of them has. */
function daysOf(account: Limits, { beyondToday, now }: { beyondToday: number; now: number }) {
  let left = beyondToday;
  let days = 0;
  let lastDay = 0;
  while (left > 0) {
    days += 1;
    lastDay = left;
    const { countMax, rampDay } = dailyStep(account, now + days * dayMs);
    if (countMax === null) break;
    // Once the ramp-up is over every day is the same.
    const more = rampDay === null ? Math.ceil(left / countMax) - 1 : 0;
    days += more;
    lastDay = Math.min(left - more * countMax, countMax);
    left -= (more + 1) * countMax;
  }
  return { days, lastDay };
}
