import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** An activity other than a send, current or recently ended: an import, an action on very many leads, a held start. */
export type Report = {
  /** Unique. Later ids sort after earlier ones. */
  id: string;
  title: string;
  isUnderWay: boolean;
  /** A start that can still be undone. */
  isHeldStart?: boolean;
  /** Its progress, with words. */
  bar: ReactNode;
  /** How it ended; "" while it is in progress. */
  said: string;
  /** Announced once when it appears: for work that had already ended when it was reported, and what can be undone for seconds. */
  readOut?: string;
  /** It waits for somebody, or ended otherwise than intended: if it was put away, it is shown again. */
  needsPerson: boolean;
  /** The most important action, on the line itself. */
  action?: { word: string; run: () => void };
  /** Further actions, in the list. */
  actions?: ReactNode;
  /** Removes an activity that has ended. */
  dismiss?: () => void;
};

const held = new Map<string, readonly Report[]>();
const listeners = new Set<() => void>();
const none: readonly Report[] = [];
let all = none;

/** Reports activities while the calling component is mounted; `source` identifies the component. */
export function useReport(source: string, reports: readonly Report[]): void {
  useEffect(() => {
    if (reports.length === 0 && !held.has(source)) return;
    tell(source, reports);
  }, [source, reports]);
  useEffect(() => () => tell(source, none), [source]);
}

/** Reports an activity until a given time, even if the caller is gone. Returns a function that removes it. */
export function reportUntil(report: Report, until: number): () => void {
  const end = () => {
    clearTimeout(timer);
    tell(report.id, none);
  };
  const timer = setTimeout(end, Math.max(0, until - Date.now()));
  tell(report.id, [report]);
  return end;
}

/** Removes a report whose component is gone. */
export function forgetReport(id: string): void {
  if (held.has(id)) tell(id, none);
}

export function useReports(): readonly Report[] {
  return useSyncExternalStore(
    listen,
    () => all,
    () => none,
  );
}

/** Whether a start is held: starting once more meanwhile would be a second start. */
export function useIsStartHeld(): boolean {
  return useReports().some(({ isHeldStart = false }) => isHeldStart);
}

function tell(source: string, reports: readonly Report[]): void {
  if (reports.length === 0) held.delete(source);
  else held.set(source, reports);
  all = [...held.values()].flat();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
