const sameYear = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const otherYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short" });

/** A moment as a list shows it: what is long ago or far ahead needs no clock, and this year no year. */
export function listMoment(at: number, now = Date.now()): string {
  return new Date(at).getFullYear() === new Date(now).getFullYear()
    ? sameYear.format(at)
    : otherYear.format(at);
}

/** The same to the minute, for whoever points at it. */
export function exactMoment(at: number): string {
  return exact.format(at);
}
