/** The time zone of this browser, in which the person's days begin. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
