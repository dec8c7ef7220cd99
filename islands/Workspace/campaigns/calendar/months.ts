/** A day of a calendar, by the clock of whoever looks at it. */
export type Day = { at: number; isInMonth: boolean; isToday: boolean };

/** The first moment of a month, some months from another. */
export function monthFrom(at: number, months: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth() + months, 1).getTime();
}

/** The weeks of a month from Monday on, whole: days of the months beside it fill the first and the last. */
export function weeksOf(month: number, now: number): Day[][] {
  const first = new Date(month);
  const lead = (first.getDay() + 6) % 7;
  const today = dayOf(now);
  const weeks: Day[][] = [];
  for (let week = 0; ; week += 1) {
    const days = Array.from({ length: 7 }, (_, day) => {
      const at = new Date(first.getFullYear(), first.getMonth(), 1 - lead + week * 7 + day).getTime();
      return { at, isInMonth: new Date(at).getMonth() === first.getMonth(), isToday: at === today };
    });
    if (days.every(({ isInMonth }) => !isInMonth)) return weeks;
    weeks.push(days);
  }
}

/** Where a day begins. */
export function dayOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** A number of days later, independent of clock changes. */
export function daysFrom(day: number, days: number): number {
  const date = new Date(day);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
