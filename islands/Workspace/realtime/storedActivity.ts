import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { personalStorage } from "../../_data/personalStorage.ts";

/**
 * What the line of activities keeps when the page is reloaded, by ids: sends that were on it, so that it reports how they
 * ended; sends whose end was read, so that it is not reported again; and the marks of what was put away.
 */
type StoredActivity = { stood: readonly string[]; read: readonly string[]; away: readonly string[] };

const nothing: StoredActivity = { stood: [], read: [], away: [] };
const kept = personalStorage<StoredActivity>({
  storage: "localStorage",
  key: "activity",
  isValue: (left): left is StoredActivity => [left.stood, left.read, left.away].every(Array.isArray),
});

/** What this person's browser has stored. */
export function storedActivity(uid: string): StoredActivity {
  return kept.read(uid) ?? nothing;
}

/** Notes that a send is in progress, so that its end is news. */
export function keepStood(uid: string, id: string): void {
  const before = storedActivity(uid);
  if (before.stood.includes(id) && !before.read.includes(id)) return;
  kept.keep(uid, { ...before, stood: added(before.stood, id), read: without(before.read, id) });
}

/** Notes that somebody has read how a send ended. */
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

/** Whether somebody has to resume it or look at its outcome. */
export function sendNeedsPerson({ state, running, failed, uncertain }: Progress): boolean {
  return state === "paused" || (!running && failed + uncertain > 0);
}

const without = (all: readonly string[], one: string) => all.filter((other) => other !== one);
/** Old entries are not needed any more, so only the newest are kept. */
const added = (all: readonly string[], one: string) =>
  [...without(all, one), one].slice(-screenLimits.activitiesKept);
