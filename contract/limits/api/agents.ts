import { kib, minuteMs } from "../units.ts";

export const agentLimits = {
  /** How long a plan may be confirmed. */
  planMs: 15 * minuteMs,
  /** The newest plans of a workspace; older ones are let go. */
  plansMax: 100,
  /** A longer answer fills a model's memory: it is told to ask for less. */
  answerBytes: 200 * kib,
} as const;
