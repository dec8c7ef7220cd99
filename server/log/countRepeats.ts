import { logLimits } from "../../contract/limits/metrics.ts";
import type { LogOutput, LogRecord } from "./output.ts";

/**
 * Writes a warning or an error that is said again within a minute once, and with the next that comes after it how often it
 * was said meanwhile (`repeats`): where a database is away, each loop that asks it says so once a second. What belongs to a request,
 * and security events, are written each time.
 */
export function countRepeats(output: LogOutput): LogOutput {
  const known = new Map<string, { writtenAt: number; repeats: number }>();
  return (record) => {
    const key = keyOf(record);
    if (key === null) return output(record);
    const at = Date.parse(record.time);
    const before = known.get(key);
    // A clock that was set back would hold entries back for as long as it was set.
    if (before !== undefined && Math.abs(at - before.writtenAt) < logLimits.repeatMs) {
      before.repeats += 1;
      return;
    }
    known.delete(key);
    known.set(key, { writtenAt: at, repeats: 0 });
    const [eldest] = known.keys();
    if (known.size > logLimits.knownMax && eldest !== undefined) known.delete(eldest);
    output(before?.repeats ? { ...record, repeats: before.repeats } : record);
  };
}

/** Everything that an entry says but for when; null for one that is written each time. */
function keyOf({ time: _, ...said }: LogRecord): string | null {
  const isTrouble = said.log === "server" && (said.level === "warn" || said.level === "error");
  return isTrouble && said.request === undefined ? JSON.stringify(said) : null;
}
