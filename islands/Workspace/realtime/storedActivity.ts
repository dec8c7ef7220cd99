import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { personalStorage } from "../../_data/personalStorage.ts";

/**
 * What of the line of activity a page that is loaded anew goes on with, by ids: which sends stood on it, so that it says what
 * became of them; which were read to their end, so that they are not told again; and, by their marks, what was put away.
 */
type StoredActivity = { stood: readonly string[]; read: readonly string[]; away: readonly string[] };

const nothing: StoredActivity = { stood: [], read: [], away: [] };
const kept = personalStorage<StoredActivity>({
  storage: "localStorage",
  key: "activity",
  isValue: (left): left is StoredActivity => [left.stood, left.read, left.away].every(Array.isArray),
});

/** As this person left it in this browser. */
export function storedActivity(uid: string): StoredActivity {
  return kept.read(uid) ?? nothing;
}

/** A send is under way: whatever becomes of it now is news. */
export function keepStood(uid: string, id: string): void {
  const before = storedActivity(uid);
  if (before.stood.includes(id) && !before.read.includes(id)) return;
  kept.keep(uid, { ...before, stood: added(before.stood, id), read: without(before.read, id) });
}

/** Somebody has read how it stands. */
export function keepRead(uid: string, id: string): void {
  const before = storedActivity(uid);
  kept.keep(uid, { ...before, stood: without(before.stood, id), read: added(before.read, id) });
}

export function keepAway(uid: string, marks: readonly string[]): void {
  const before = storedActivity(uid);
  kept.keep(uid, { ...before, away: marks.reduce(added, before.away) });
}

/** For logging out. */
export function forgetActivity(): void {
  kept.keep("", null);
}

/** Whether somebody has to let it go on, or to look at what became of it. */
export function sendNeedsPerson({ state, running, failed, uncertain }: Progress): boolean {
  return state === "paused" || (!running && failed + uncertain > 0);
}

const without = (all: readonly string[], one: string) => all.filter((other) => other !== one);
/** Of long ago nothing is told any more, so the newest are enough. */
const added = (all: readonly string[], one: string) =>
  [...without(all, one), one].slice(-screenLimits.activitiesKept);
