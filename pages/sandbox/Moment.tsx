const format = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "medium",
  timeZone: "UTC",
});

/** A point in time on a page without script: in UTC, and says so. */
export function Moment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{format.format(at)} UTC</time>;
}
