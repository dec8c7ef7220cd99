/** A day in the reader's own language and time zone. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toLocaleDateString(undefined, { dateStyle: "long" });
}

/** A moment in the reader's own language and time zone. */
export function momentText(timeMs: number): string {
  return new Date(timeMs).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
