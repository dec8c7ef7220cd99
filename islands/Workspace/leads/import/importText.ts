import { importCountsText } from "../../../../contract/imports/importCountsText.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import type { ImportStateTexts } from "../../../../contract/texts/workspace/importStates.ts";

/** Whether the server works on it at this moment. */
export function isUnderWay({ state }: ImportJob): boolean {
  return state === "running" || state === "undoing";
}

/** Whether the import can be taken back, and until when no longer. */
export function canUndo(job: ImportJob, now: number): boolean {
  return (
    job.undoUntil !== null &&
    job.undoUntil > now &&
    (job.state === "done" || job.state === "cancelled" || job.state === "failed")
  );
}

/** Where an import stands, in a line; what became of its rows is said in full unless there is no room for that. */
export function stateText(
  job: ImportJob,
  words: Words,
  texts: ImportStateTexts,
  countsText = importCountsText,
): string {
  const counts = job.report === null ? "" : countsText(job.report, texts.counts);
  switch (job.state) {
    case "read":
      return texts.states.read;
    case "running":
      return progressText(job, words, texts);
    case "undoing":
      return job.fault === null ? texts.states.undoing : words(job.faultCause, job.fault);
    case "undone":
      return texts.states.undone;
    case "done":
      return job.fault === null ? counts : `${counts}. ${words(job.faultCause, job.fault)}`;
    case "cancelled":
      return counts === "" ? texts.states.stopped : texts.states.stoppedWith(counts);
    case "failed":
      return words(job.faultCause, job.fault ?? texts.states.failed);
  }
}

export function progressText(
  { progress, rowCount, fault, faultCause }: ImportJob,
  words: Words,
  texts: ImportStateTexts,
): string {
  if (progress === null) return fault === null ? texts.states.waiting : words(faultCause, fault);
  const total = progress.total || rowCount;
  return progress.phase === "reading"
    ? texts.states.reading({ done: progress.done, total })
    : texts.states.running({ done: progress.done, total });
}
