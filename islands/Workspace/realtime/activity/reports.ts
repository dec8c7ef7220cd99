import { type ReactNode, useEffect, useSyncExternalStore } from "react";

/** Something under way, or just over, other than a send: an import, work on very many leads, a start that is held back. */
export type Report = {
  /** One's own, and later ids sort after earlier ones. */
  id: string;
  title: string;
  isUnderWay: boolean;
  /** A start that can still be taken back. */
  isHeldStart?: boolean;
  /** How far it is, with its words. */
  bar: ReactNode;
  /** How it ended; "" while it has not. */
  said: string;
  /** Read out once as it comes, of what is over in the moment in which it is reported. */
  readOut?: string;
  /** It waits for somebody, or went otherwise than was meant: where it was put away it comes back. */
  needsPerson: boolean;
  /** What is done at once, on the line itself. */
  action?: { word: string; run: () => void };
  /** What else can be done about it, in the list. */
  actions?: ReactNode;
  /** Forgets what is over. */
  dismiss?: () => void;
};

const held = new Map<string, readonly Report[]>();
const listeners = new Set<() => void>();
const none: readonly Report[] = [];
let all = none;

/** What somebody has to report at present, for as long as they are there; `source` is theirs alone. */
export function useReport(source: string, reports: readonly Report[]): void {
  useEffect(() => {
    if (reports.length === 0 && !held.has(source)) return;
    tell(source, reports);
  }, [source, reports]);
  useEffect(() => () => tell(source, none), [source]);
}

/** Reports something until a moment, though whoever does so has gone. Answers what takes it back. */
export function reportUntil(report: Report, until: number): () => void {
  const end = () => {
    clearTimeout(timer);
    tell(report.id, none);
  };
  const timer = setTimeout(end, Math.max(0, until - Date.now()));
  tell(report.id, [report]);
  return end;
}

/** Ends a report that somebody left behind. */
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

/** Whether a start is held back: begun once more meanwhile, it would be a second one. */
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
