import { logLimits } from "../../contract/limits/metrics.ts";
import type { LogOutput, LogRecord } from "./output.ts";

type Known = { writtenAt: number; repeats: number; last: LogRecord | null };

type RepeatCounter = {
  output: LogOutput;
  /** Writes the last of each that was only counted and has been known for a minute by then, or of all of them. */
  tell(at?: number): void;
};

/**
 * Writes a warning or an error that is said again within a minute once, and with the next that comes after it how often it
 * was said meanwhile (`repeats`): where a database is away, each loop that asks it says so once a second. Where none comes after
 * it, `tell` writes the last, so that one sees when the trouble ended. What belongs to a request, and security events, are
 * written each time.
 */
export function countRepeats(write: LogOutput): RepeatCounter {
  const known = new Map<string, Known>();

  function tellLast({ last, repeats }: Known): void {
    if (last !== null) write(repeats > 1 ? { ...last, repeats: repeats - 1 } : last);
  }

  return {
    output(record) {
      const key = keyOf(record);
      if (key === null) return write(record);
      const at = Date.parse(record.time);
      const before = known.get(key);
      if (before !== undefined && isLately(before, at)) {
        before.repeats += 1;
        before.last = record;
        return;
      }
      known.delete(key);
      known.set(key, { writtenAt: at, repeats: 0, last: null });
      const [eldest] = known;
      if (known.size > logLimits.knownMax && eldest !== undefined) {
        known.delete(eldest[0]);
        tellLast(eldest[1]);
      }
      write(before?.repeats ? { ...record, repeats: before.repeats } : record);
    },

    tell(at) {
      for (const [key, one] of known) {
        if (at !== undefined && isLately(one, at)) continue;
        tellLast(one);
        known.delete(key);
        // It may go on, and is not to be written twice a minute.
        if (one.last !== null)
          known.set(key, { writtenAt: Date.parse(one.last.time), repeats: 0, last: null });
      }
    },
  };
}

/** A clock that was set back would hold entries back for as long as it was set. */
function isLately({ writtenAt }: Known, at: number): boolean {
  return Math.abs(at - writtenAt) < logLimits.repeatMs;
}

/** Everything that an entry says but for when; null for one that is written each time. */
function keyOf({ time: _, ...said }: LogRecord): string | null {
  const isTrouble = said.log === "server" && (said.level === "warn" || said.level === "error");
  return isTrouble && said.request === undefined ? JSON.stringify(said) : null;
}
