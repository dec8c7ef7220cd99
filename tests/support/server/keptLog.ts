import { createLog, type Log } from "../../../server/log/log.ts";
import type { LogRecord } from "../../../server/log/output.ts";

/** A log whose entries are kept for the test to look at, and written nowhere. */
export function keptLog(): { log: Log; entries: LogRecord[] } {
  const entries: LogRecord[] = [];
  const output = (record: LogRecord) => void entries.push(record);
  return { entries, log: createLog({ output, clock: { now: Date.now }, level: "debug" }) };
}
