import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";

/**
 * What of the line of activity a page that is loaded anew goes on with, by ids: which sends stood on it, so that it says what
 * became of them; which were read to their end, so that they are not told again; and, by their marks, what was put away.
 */
type KeptActivity = { stood: readonly string[]; read: readonly string[]; away: readonly string[] };

const key = "activity";
const nothing: KeptActivity = { stood: [], read: [], away: [] };

/** As this person left it in this browser. */
export function keptActivity(uid: string): KeptActivity {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isKept(kept) && kept.uid === uid ? kept : nothing;
  } catch {
    return nothing;
  }
}

/** A send is under way: whatever becomes of it now is news. */
export function keepStood(uid: string, id: string): void {
  const kept = keptActivity(uid);
  if (kept.stood.includes(id) && !kept.read.includes(id)) return;
  keep(uid, { ...kept, stood: added(kept.stood, id), read: without(kept.read, id) });
}

/** Somebody has read how it stands. */
export function keepRead(uid: string, id: string): void {
  const kept = keptActivity(uid);
  keep(uid, { ...kept, stood: without(kept.stood, id), read: added(kept.read, id) });
}

export function keepAway(uid: string, marks: readonly string[]): void {
  const kept = keptActivity(uid);
  keep(uid, { ...kept, away: marks.reduce(added, kept.away) });
}

/** For logging out. */
export function forgetActivity(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing is kept, nothing is left.
  }
}

/** Whether somebody has to let it go on, or to look at what became of it. */
export function sendNeedsPerson({ state, running, failed, uncertain }: Progress): boolean {
  return state === "paused" || (!running && failed + uncertain > 0);
}

const without = (all: readonly string[], one: string) => all.filter((other) => other !== one);
/** Of long ago nothing is told any more, so the newest are enough. */
const added = (all: readonly string[], one: string) =>
  [...without(all, one), one].slice(-screenLimits.activitiesKept);

function keep(uid: string, kept: KeptActivity): void {
  try {
    localStorage.setItem(key, JSON.stringify({ uid, ...kept }));
  } catch {
    // Without storage it is known until the page is left.
  }
}

function isKept(value: unknown): value is KeptActivity & { uid: string } {
  if (typeof value !== "object" || value === null) return false;
  const { stood, read, away } = value as Partial<KeptActivity>;
  return [stood, read, away].every(Array.isArray);
}
