/** A moment in the reader's own language and time zone. */
export function momentText(timeMs: number): string {
  return new Date(timeMs).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}
