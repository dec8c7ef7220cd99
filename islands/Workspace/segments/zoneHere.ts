/** The time zone of whoever looks at this page: their days are meant. */
export function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
