/** How a number is shown: a format's text, or the number of a built-in one (ECMA-376 part 1, section 18.8.30). */
export type NumberFormat = string | number | undefined;

/** Which parts of a moment a number format shows. */
export type DateFormat = { hasDay: boolean; hasTime: boolean };

/** The built-in formats of dates and times by their numbers (ECMA-376 part 1, section 18.8.30), East Asian ones too. */
const builtIn: readonly [first: number, last: number, format: DateFormat][] = [
  [14, 17, { hasDay: true, hasTime: false }],
  [18, 21, { hasDay: false, hasTime: true }],
  [22, 22, { hasDay: true, hasTime: true }],
  [27, 31, { hasDay: true, hasTime: false }],
  [32, 35, { hasDay: false, hasTime: true }],
  [36, 36, { hasDay: true, hasTime: false }],
  [45, 45, { hasDay: false, hasTime: true }],
  [47, 47, { hasDay: false, hasTime: true }],
  [50, 58, { hasDay: true, hasTime: false }],
];

/** What of a moment a format shows, or null where it is no date's; a length of time, such as "[h]:mm", is none. */
export function dateFormat(format: NumberFormat): DateFormat | null {
  if (typeof format === "number")
    return builtIn.find(([first, last]) => format >= first && format <= last)?.[2] ?? null;
  if (format === undefined) return null;
  // Sections for other signs follow, and quoted or escaped letters stand for themselves.
  const [own = ""] = format.replace(/"[^"]*"?|\\.|[_*]./g, "").split(";", 1);
  if (/\[(?:h+|m+|s+)\]/i.test(own)) return null;
  const letters = own
    .replace(/\[[^\]]*\]?/g, "")
    .replace(/am\/pm|a\/p/gi, "h")
    .replace(/general|standard/gi, "0");
  // A place for a digit makes it a number's, but for parts of a second.
  if (/[0#?]/.test(letters.replace(/s\.0+/gi, "s"))) return null;
  const hasTime = /[hs]/i.test(letters);
  // "m" alone are months, beside hours or seconds they are minutes; "j" and "t" are years and days to Germans.
  const hasDay = /[ydjt年月日]/i.test(letters) || (!hasTime && /m/i.test(letters));
  return hasDay || hasTime ? { hasDay, hasTime } : null;
}

const secondsPerDay = 86_400;
/** The last day of the year 9999, where the calendar of sheets ends. */
const serialMax = 2_958_466;
const daysFrom1900To1904 = 1_462;
/** The 29th of February 1900, which sheets count although it never was. */
const leapDayThatNeverWas = 60;

/**
 * A sheet's number of a day as ISO 8601, "2024-01-15" or "2024-01-15 13:05" or "13:05", whatever the format's order;
 * null where it is the number of no day.
 */
export function dateText(serial: number, shown: DateFormat & { countsFrom1904: boolean }): string | null {
  const days = serial + (shown.countsFrom1904 ? daysFrom1900To1904 : 0);
  if (!(serial >= 0 && days < serialMax)) return null;
  const epoch = Date.UTC(1899, 11, days < leapDayThatNeverWas ? 31 : 30);
  // Seconds are the finest that a sheet's numbers keep.
  const moment = new Date(epoch + Math.round(days * secondsPerDay) * 1_000).toISOString();
  const [day = "", time = ""] = moment.slice(0, 19).split("T");
  const clock = time.endsWith(":00") ? time.slice(0, 5) : time;
  // Below one there is a time and no day.
  if (serial < 1) return shown.hasTime ? clock : null;
  return shown.hasTime ? `${day} ${clock}` : day;
}
