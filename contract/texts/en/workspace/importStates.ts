import { grouped } from "../../../sentences/en/words.ts";

/** How far imports are and how they ended, in a line. */
export const importState = {
  importing: "Importing",
  details: "Details",
  dismiss: "Dismiss",
  stop: {
    running: "Stopping…",
    word: "Stop",
  },
  counts: {
    rows: ({
      added,
      updated,
      skipped,
      rejected,
    }: {
      added: number;
      updated: number;
      skipped: number;
      rejected: number;
    }) =>
      `${grouped(added)} added, ${grouped(updated)} updated, ${grouped(skipped)} skipped, ${grouped(rejected)} rejected`,
    optedOut: (count: number) => `${grouped(count)} opted out`,
    rejectedOptouts: (count: number) => `opt-outs of rejected rows remembered: ${grouped(count)}`,
  },
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
