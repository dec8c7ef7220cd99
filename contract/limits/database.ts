import { dayMs, kib, mib, minuteMs, secondMs } from "./units.ts";

export const databaseLimits = {
  /** SQLite waits synchronously and freezes every timer, so each try is short and the waiting is ours. */
  busyTryMs: 20,
  busyRetryEveryMs: 25,
  busyTotalMs: 5 * secondMs,
  lockRetryMs: 2 * secondMs,
  cacheKib: 16 * 1024,
  /** What of the log's file stays on disk once all of it was moved, however long it grew. */
  logBytesKept: 16 * mib,
  /** What is written to a data folder and taken away again, to see whether a server can work there. */
  probeBytes: mib,
} as const;

export const settingLimits = {
  /** The longest file of settings. */
  fileBytes: 64 * kib,
  /** Letters that may be wrong, missing or too many in a setting's name before it is another program's. */
  slipsMax: 2,
} as const;

export const clockLimits = {
  /** A wall clock this far away is followed at once. */
  jumpMs: 2 * secondMs,
  /** One that leapt farther is believed when it has stayed where it is for so long. */
  believeAfterMs: 2 * minuteMs,
  persistEveryMs: 30 * secondMs,
  /** How long `doctor` tells that the clock was set. */
  toldMs: 7 * dayMs,
} as const;
