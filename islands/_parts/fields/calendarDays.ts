import { dayMs } from "../../../contract/limits/units.ts";

/** A day as in a form's value: "2026-03-09". */
export type Day = string;

/** Today in local time. */
export function todayAt(now: Date): Day {
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()));
}

export function isDay(text: string): boolean {
  const time = Date.parse(text);
  // A day that a month does not have would count on into the next month, and then differs.
  return !Number.isNaN(time) && dayOf(time) === text;
}

export function plusDays(day: Day, days: number): Day {
  return dayOf(Date.parse(day) + days * dayMs);
}

/** The same day of another month, or that month's last day if it has fewer. */
export function plusMonths(day: Day, months: number): Day {
  const from = new Date(day);
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(from.getUTCDate(), last)));
}

/** The whole weeks that contain a month; `firstDay` is 1 for Monday to 7 for Sunday. */
export function weeksOf(day: Day, firstDay: number): Day[][] {
  const first = `${day.slice(0, 8)}01`;
  const begin = plusDays(first, -daysInto(first, firstDay));
  const weeks: Day[][] = [];
  for (let at = begin; at.slice(0, 7) <= day.slice(0, 7); at = plusDays(at, 7))
    weeks.push(Array.from({ length: 7 }, (_, more) => plusDays(at, more)));
  return weeks;
}

/** The day that a key leads to (WAI-ARIA, date picker dialog pattern); undefined for any other key. */
export function dayAfterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  day: Day,
  firstDay: number,
): Day | undefined {
  const into = daysInto(day, firstDay);
  const months = shiftKey ? 12 : 1;
  return {
    ArrowLeft: plusDays(day, -1),
    ArrowRight: plusDays(day, 1),
    ArrowUp: plusDays(day, -7),
    ArrowDown: plusDays(day, 7),
    Home: plusDays(day, -into),
    End: plusDays(day, 6 - into),
    PageUp: plusMonths(day, -months),
    PageDown: plusMonths(day, months),
  }[key];
}

/** How many days of its week come before it. */
function daysInto(day: Day, firstDay: number): number {
  return (new Date(day).getUTCDay() - firstDay + 7) % 7;
}

/** The first day of the week for this language: 1 for Monday to 7 for Sunday. */
export function firstDayIn(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}

function dayOf(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}
