const dayMs = 24 * 60 * 60 * 1000;

/** "14:20" today, "Tuesday 14:20" within a week, "3 Dec 14:20" beyond; local time. */
export function clockTime(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date(nowMs).toDateString()) return time;
  const soon = Math.abs(atMs - nowMs) < 6 * dayMs;
  const day = at.toLocaleDateString(
    "en-GB",
    soon && atMs > nowMs ? { weekday: "long" } : { day: "numeric", month: "short" },
  );
  return `${day} ${time}`;
}

/** "45 s", "3 min", "2 h 5 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
