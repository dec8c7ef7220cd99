import { Refusal } from "../../contract/errors.ts";
import { logLimits } from "../../contract/limits/metrics.ts";
import { refusalOfDatabase } from "../../db/faults.ts";
import type { LogOutput } from "./output.ts";

/** What every entry says in the end that tells of something which could not be saved for want of room. */
export const diskIsFull = "The disk is full: what is to be saved waits until there is room, or is refused";

/** Whether something could not be saved because there is no room on the disk. */
export function isOfFullDisk(error: unknown): boolean {
  if (error instanceof Error && "code" in error && error.code === "ENOSPC") return true;
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error);
  return refusal?.code === "storage_full";
}

/** Writes once that the disk is full, whoever finds it so and however often, until there is room again. */
export function tellFullDiskOnce(write: LogOutput) {
  let lastAt: number | null = null;
  return {
    output(record: Parameters<LogOutput>[0]): void {
      const isOfDisk = record.message === diskIsFull;
      const isKnown = lastAt !== null;
      if (isOfDisk) lastAt = Date.parse(record.time);
      if (!isOfDisk || !isKnown) write(record);
    },

    /** To be asked when something was saved: a little may find room where most does not. @returns whether it is news. */
    hasRoom(at: number): boolean {
      if (lastAt === null || Math.abs(at - lastAt) < logLimits.repeatMs) return false;
      lastAt = null;
      return true;
    },
  };
}
