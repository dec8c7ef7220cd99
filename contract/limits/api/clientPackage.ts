import { minuteMs } from "../units.ts";

/** What the client for programs does by itself. */
export const clientLimits = {
  /** Entries that are asked for at a time; said here, so that the package carries no other bounds. */
  listedTogether: 500,
  /** Tries after the first, unless its maker says otherwise. */
  retries: 3,
  /** A server that says to wait longer than this is not waited for: the program is told. */
  waitMaxMs: minuteMs,
  /** Between tries where the server said nothing, and twice as long each time. */
  waitMs: 500,
} as const;
