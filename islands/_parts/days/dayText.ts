/** Days are UTC's, and are called by what they are called there. */
export function dayText(day: number): string {
  return new Date(day).toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
}
