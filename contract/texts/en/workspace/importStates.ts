import { grouped } from "../../../sentences/en/words.ts";
import { importCounts } from "../importCounts.ts";

/** How far imports are and how they ended, in a line. */
export const importState = {
  importing: "Importing",
  details: "Details",
  dismiss: "Dismiss",
  stop: {
    running: "Stopping…",
    word: "Stop",
  },
  counts: importCounts,
  states: {
    read: "Not started",
    undoing: "Being undone",
    undone: "Undone",
    stopped: "Stopped",
    stoppedWith: (counts: string) => `Stopped: ${counts}`,
    failed: "Failed",
    waiting: "Waiting for its turn",
    reading: ({ done, total }: { done: number; total: number }) =>
      `Reading: ${grouped(done)} of ${grouped(total)} rows`,
    running: ({ done, total }: { done: number; total: number }) =>
      `${grouped(done)} of ${grouped(total)} rows`,
  },
};
