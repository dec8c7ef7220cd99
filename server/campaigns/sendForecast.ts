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
  /** In how long so many of those sent today, the oldest first, count no more: a day unless said. */
  freesIn?: (count: number) => number;
};

/** How far an account's limits let a send go: an estimate, as other sends may use the same account. */
export function sendForecast(account: Limits, asked: Asked): SendForecast {
  const { leftToday, days, freesMs, lastDayMs, pacedMs } = sendPace(account, asked);
  return { leftToday, takesMs: Math.max(days * dayMs + Math.max(freesMs, lastDayMs), pacedMs) };
}

/**
 * The same apart: the days that a daily limit takes before the last one begins, how long into that day mails of the day before
 * keep the last of its own waiting, how long a mail waits for the one before it, the time in which its mails go one after the
 * other, and that of all mails without such a limit.
 */
export function sendPace(account: Limits, asked: Asked) {
  const { count, sentToday, sentThisMinute = 0, now, freesIn = () => dayMs } = asked;
  const { countMax } = dailyStep(account, now);
  const leftToday = countMax === null ? null : Math.max(0, countMax - sentToday);
  const perMailMs = Math.max(account.gapMs, account.perMinute === null ? 0 : minuteMs / account.perMinute);
  const paced = (mails: number, atOnceMax: number) =>
    mails <= atOnceMax && account.gapMs === 0 ? 0 : Math.ceil(mails * perMailMs);
  // What is left of a minute goes at once; only what is beyond it waits.
  const leftThisMinute = account.perMinute === null ? count : account.perMinute - sentThisMinute;
  const { days, lastDay } = daysOf(account, { count, now });
  // A day has room for those that it had room for before, and then for each that counts no more.
  const waiting = Math.min(Math.max(0, lastDay - (leftToday ?? lastDay)), sentToday);
  return {
    leftToday,
    days,
    freesMs: waiting > 0 ? freesIn(waiting) : 0,
    perMailMs,
    lastDayMs: days === 0 ? 0 : paced(lastDay, account.perMinute ?? lastDay),
    pacedMs: paced(count, leftThisMinute),
  };
}

/** After how many days the last one begins, each with its own step of a ramp-up, and how many mails it has. */
function daysOf(account: Limits, { count, now }: { count: number; now: number }) {
  let lastDay = count;
  for (let days = 0; ; days += 1) {
    const { countMax, rampDay } = dailyStep(account, now + days * dayMs);
    if (countMax === null || lastDay <= countMax) return { days, lastDay };
    // Once the ramp-up is over every day is the same.
    const more = Math.ceil(lastDay / countMax) - 1;
    if (rampDay === null) return { days: days + more, lastDay: lastDay - more * countMax };
    lastDay -= countMax;
  }
}
