import { dayMs, hourMs, minuteMs } from "../../contract/limits/units.ts";

/** A moment as wall-clock time, such as 2026-11-24T09:00; or why the text does not name one. */
type AskedMoment = { wallTime: string } | { fault: "unread" | "past" };

/**
 * Parses "tomorrow 9:00", "monday 14:30", "2026-11-24 09:00", "18:15" or "in 2 hours" as a wall-clock time in a zone.
 * Days are counted as calendar days and hours as elapsed hours, so that clock changes shift neither.
 */
export function startMoment(text: string, { nowMs, zone }: { nowMs: number; zone: string }): AskedMoment {
  const words = text.trim().toLowerCase().replace(/\s+/g, " ");
  const ahead = /^in (\d{1,5}) ?([a-z]+)$/.exec(words);
  if (ahead) return momentAhead({ count: Number(ahead[1]), unit: ahead[2] ?? "", nowMs, zone });
  const now = wallTimeOf(nowMs, zone);
  const [, day = "", clock = ""] =
    /^(?:(.*?)(?: at)?[ t])?(\d{1,2}(?::\d{2})?(?: ?[ap]m)?)$/.exec(words) ?? [];
  const time = timeOfDay(clock);
  if (time === null) return { fault: "unread" };
  const wallTime = onDay({ day: day.trim(), time, now });
  if (wallTime === null) return { fault: "unread" };
  return wallTime > now ? { wallTime } : { fault: "past" };
}

/** What the wall clock of a zone shows at an instant, to the minute. */
export function wallTimeOf(atMs: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(atMs);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}T${of("hour")}:${of("minute")}`;
}

const elapsed: Record<string, number> = {
  m: minuteMs,
  min: minuteMs,
  mins: minuteMs,
  minute: minuteMs,
  minutes: minuteMs,
  h: hourMs,
  hour: hourMs,
  hours: hourMs,
};
const calendarDays: Record<string, number> = { d: 1, day: 1, days: 1, week: 7, weeks: 7 };

function momentAhead(of: { count: number; unit: string; nowMs: number; zone: string }): AskedMoment {
  const { count, unit, nowMs, zone } = of;
  const days = calendarDays[unit];
  if (days !== undefined) {
    const now = wallTimeOf(nowMs, zone);
    return { wallTime: `${dayAfter(now, count * days)}${now.slice(10)}` };
  }
  const each = elapsed[unit];
  if (each === undefined || count === 0) return { fault: "unread" };
  // Rounded up to a whole minute, so that a start is never earlier than it was asked for.
  let atMs = Math.ceil((nowMs + count * each) / minuteMs) * minuteMs;
  while (isSecondShowing(atMs, zone)) atMs += minuteMs;
  return { wallTime: wallTimeOf(atMs, zone) };
}

/** Whether this is the second time that clocks show this wall-clock time, after going back; a wall-clock time means the first. */
function isSecondShowing(atMs: number, zone: string): boolean {
  const wallTime = wallTimeOf(atMs, zone);
  for (let back = 15 * minuteMs; back <= 3 * hourMs; back += 15 * minuteMs)
    if (wallTimeOf(atMs - back, zone) === wallTime) return true;
  return false;
}

/** Parses "9:00", "14:30", "9am" or "2:30 pm" as a time such as 09:00; null for anything else. */
export function timeOfDay(text: string): string | null {
  const [, hourText, minutes = "00", half] = /^(\d{1,2})(?::(\d{2}))? ?([ap]m)?$/.exec(text) ?? [];
  if (hourText === undefined || (half === undefined && !text.includes(":"))) return null;
  const hour = Number(hourText);
  const isHour = half === undefined ? hour <= 23 : hour >= 1 && hour <= 12;
  if (!isHour || Number(minutes) > 59) return null;
  const onTheClock = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
  return `${String(onTheClock).padStart(2, "0")}:${minutes}`;
}

/** The names of the days from Monday on; the first three letters are enough. */
const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The number of a weekday, 1 for Monday, by its name or the beginning of it; 0 for anything else. */
export function weekdayNumber(text: string): number {
  return text.length < 3 ? 0 : weekdays.findIndex((name) => name.startsWith(text)) + 1;
}

function onDay({ day, time, now }: { day: string; time: string; now: string }): string | null {
  const today = now.slice(0, 10);
  if (day === "today") return `${today}T${time}`;
  if (day === "tomorrow") return `${dayAfter(now, 1)}T${time}`;
  // A time alone means its next occurrence.
  if (day === "") return time > now.slice(11) ? `${today}T${time}` : `${dayAfter(now, 1)}T${time}`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(day)) return dayAfter(`${day}T`, 0) === day ? `${day}T${time}` : null;
  const wanted = weekdayNumber(day);
  if (wanted === 0) return null;
  const current = ((new Date(`${today}T00:00Z`).getUTCDay() + 6) % 7) + 1;
  const days = (wanted - current + 7) % 7;
  const next = days === 0 && time <= now.slice(11) ? 7 : days;
  return `${dayAfter(now, next)}T${time}`;
}

/** The calendar day a number of days after that of a wall-clock time, independent of clock changes; "" if it is not a date. */
function dayAfter(wallTime: string, days: number): string {
  const day = Date.parse(`${wallTime.slice(0, 10)}T00:00Z`);
  return Number.isNaN(day) ? "" : new Date(day + days * dayMs).toISOString().slice(0, 10);
}
