import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";

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

/** What became of the rows, in a line. */
export function countsText(report: ImportReport): string {
  const { added, updated, skipped, rejected, optedOut, rejectedOptouts } = report;
  return [
    `${amount(added)} added, ${amount(updated)} updated, ${amount(skipped)} skipped, ${amount(rejected)} rejected`,
    ...(optedOut === 0 ? [] : [`${amount(optedOut)} opted out`]),
    ...(rejectedOptouts === 0 ? [] : [`opt-outs of rejected rows remembered: ${amount(rejectedOptouts)}`]),
  ].join(", ");
}

/** Where an import stands, in a line. */
export function stateText(job: ImportJob, words: Words): string {
  const counts = job.report === null ? "" : countsText(job.report);
  switch (job.state) {
    case "read":
      return "Not started";
    case "running":
      return progressText(job);
    case "undoing":
      return "Being undone";
    case "undone":
      return "Undone";
    case "done":
      return job.fault === null ? counts : `${counts}. ${words(job.faultCause, job.fault)}`;
    case "cancelled":
      return counts === "" ? "Stopped" : `Stopped: ${counts}`;
    case "failed":
      return words(job.faultCause, job.fault ?? "Failed");
  }
}

export function progressText({ progress, rowCount }: ImportJob): string {
  if (progress === null) return "Waiting for its turn";
  const total = progress.total || rowCount;
  return progress.phase === "reading"
    ? `Reading: ${amount(progress.done)} of ${amount(total)} rows`
    : `${amount(progress.done)} of ${amount(total)} rows`;
}

export function amount(count: number): string {
  return count.toLocaleString("en");
}

type ImportReport = NonNullable<ImportJob["report"]>;
