import { type AnyColumn, gt, type SQL, sql } from "drizzle-orm";
import { clockLimits } from "../../../contract/limits/database.ts";
import { int } from "../jobs/enqueueing.ts";

/** The clock was at `from` and went on from `from + byMs`. */
export type Step = { from: number; byMs: number };

/**
 * Since when times were near the moment of a step: within their own window before it. What lies after a clock that
 * was set back was all written by the one that was ahead.
 */
export function nearSince({ from, byMs }: Step, windowMs: number): number {
  return Math.min(from - windowMs, from + byMs);
}

/** So long after the moment that whoever runs the statement tells as `now`. */
export function fromNow(ms: number): SQL<number> {
  return sql<number>`${int(sql.placeholder("now"))} + ${ms}`;
}

/** Farther ahead than that, by more than two processes' clocks are apart. */
export function isAhead(column: AnyColumn, ms: number): SQL {
  return gt(column, fromNow(ms + clockLimits.jumpMs));
}
