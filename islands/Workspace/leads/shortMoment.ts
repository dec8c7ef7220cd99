const time = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A moment as histories show it: the day and the minute. */
export function shortMoment(timeMs: number): string {
  return time.format(timeMs);
}
