import { momentsIn } from "../moments.ts";

const numbers = new Intl.NumberFormat("en");
const plurals = new Intl.PluralRules("en");

/** "1,200": as English groups digits. */
export function grouped(number: number): string {
  return numbers.format(number);
}

/** "1 lead", "1,200 leads". */
export function amount(count: number, one: string, other = `${one}s`): string {
  return `${grouped(count)} ${plurals.select(count) === "one" ? one : other}`;
}

/** The same of what is counted up to `most` and no further: "1,000 events or more". */
export function amountUpTo(count: number, most: number, one: string): string {
  return count < most ? amount(count, one) : `${amount(most, one)} or more`;
}

/**
 * A name as it stands in a sentence: one written from right to left takes no number and no stop beside it along. Signs that
 * turn the direction themselves are left out, for one that is not ended would turn the rest of the sentence too.
 */
export function isolated(name: string): string {
  const plain = name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  return /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/.test(plain) ? `\u2068${plain}\u2069` : plain;
}

/** "1 second", "90 seconds", "10 minutes", "9 minutes 25 seconds": as a countdown is read. */
export function secondsLong(seconds: number): string {
  if (seconds < 120) return amount(seconds, "second");
  const minutes = amount(Math.floor(seconds / 60), "minute");
  return seconds % 60 === 0 ? minutes : `${minutes} ${amount(seconds % 60, "second")}`;
}

/** How long somebody waits who asked too often. */
export function againIn(minutes: number): string {
  return `Please try again in ${minutes <= 1 ? "a minute" : `${minutes} minutes`}.`;
}

/** "Nov 23, 9:00 AM": a time by the clock on the wall, written "2026-11-23T09:00", as it is said where the year is plain. */
export function wallMoment(at: string): string {
  return said(at, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** "9:00 AM": a time of any day, written "09:00" or, where a day ends, "24:00". */
export function wallTime(time: string): string {
  return time === "24:00" ? "midnight" : said(`2026-01-01T${time}`, { hour: "numeric", minute: "2-digit" });
}

/** "Nov 23, 2026, 9:00 AM": the same for what is read years later. */
export function wallMomentWithYear(at: string): string {
  return said(at, { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** "Tue, Nov 24": a day by the calendar on the wall, written "2026-11-24". */
export function wallDay(day: string): string {
  return said(`${day}T00:00`, { weekday: "short", month: "short", day: "numeric" });
}

/** "Fri, Nov 24, 2028": the same of another year. */
export function wallDayWithYear(day: string): string {
  return said(`${day}T00:00`, { weekday: "short", year: "numeric", month: "short", day: "numeric" });
}

function said(at: string, parts: Intl.DateTimeFormatOptions): string {
  const time = Date.parse(`${at.replace(" ", "T")}Z`);
  // An older server's row may say it in another way.
  if (Number.isNaN(time)) return at;
  return momentsIn("en", { ...parts, timeZone: "UTC" })
    .format(time)
    .replaceAll("\u202f", " ");
}

/** What the key for commands is called, as it stands on it. */
export function commandKey(isApple: boolean): string {
  return isApple ? "⌘" : "Ctrl";
}

/** The same as it is read out. */
export function spokenCommandKey(isApple: boolean): string {
  return isApple ? "Command" : "Control";
}

/** What another sentence ends or goes on behind: a server's words, and some of ours, have a full stop of their own. */
export function withoutStop(text: string): string {
  return text.replace(/(?<!\.)\.$/, "");
}
