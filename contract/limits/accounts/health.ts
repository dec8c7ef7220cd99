import { dayMs } from "../units.ts";

/** How an account has been doing, by the day. */
export const healthLimits = {
  /** Days that are told, today among them. */
  days: 30,
  /** A little longer than they are told. */
  keptMs: 35 * dayMs,
  sweepEveryMs: dayMs,
} as const;
