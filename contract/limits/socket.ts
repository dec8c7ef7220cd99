import { kib, mib, secondMs } from "./units.ts";

export const socketLimits = {
  incomingBytes: 4 * kib,
  incomingPerSecond: 20,
  perUser: 20,
  total: 10_000,
  backlogBytes: 1 * mib,
  publishEveryMs: 100,
  /** When a campaign that is being sent will be done is worked out again after so long. */
  doneAgainMs: secondMs,
  /** What has changed in a workspace is gathered for so long, and each topic told once. */
  changedEveryMs: 300,
  /** Messages written to one person's sockets at a time; with the longest lists they stay within the backlog. */
  publishBatch: 20,
  failedEmailsShown: 100,
  snapshotCampaigns: 20,
  reconnectMs: 2 * secondMs,
  reconnectMaxMs: 60 * secondMs,
  /** Each wait after a failed try is stretched by up to this share, so that clients do not return all at once. */
  reconnectJitter: 0.5,
  /** Campaigns whose newest message is kept for a reader that lags; the oldest are let go first. */
  watchedMax: 200,
  pingMs: 30 * secondMs,
  closeMs: 2 * secondMs,
} as const;
