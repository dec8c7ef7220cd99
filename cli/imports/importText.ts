import { importCountsText } from "../../contract/imports/importCountsText.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";

/** Shows an import under way; null means that the file is on its way to the server, or being read there. */
export type ImportDisplay = { show(job: ImportJob | null): void; close(): Promise<void> };

/** What an import has done so far, in words. */
export function importText({ report }: Pick<ImportJob, "report">, { imports }: ProgressTexts): string {
  return importCountsText({ ...nothingYet, ...report }, imports.counts);
}

// An older server does not tell all of them.
const nothingYet = { added: 0, updated: 0, skipped: 0, rejected: 0, optedOut: 0, rejectedOptouts: 0 };

/** How far it is: rows of the file until they are all read, then leads, also those taken back; all once it is done. */
export function importShare({ state, progress, rowCount, report }: ImportJob): {
  done: number;
  total: number;
} {
  const changed = (report?.added ?? 0) + (report?.updated ?? 0);
  if (state === "done") return { done: rowCount, total: rowCount };
  if (state === "undone") return { done: changed, total: changed };
  return progress ?? { done: 0, total: state === "undoing" ? changed : rowCount };
}

/** What programs are told of it. */
export function importFacts(job: ImportJob) {
  const none = { rejects: [], repeated: [], unfitCells: [] };
  const { rejects: _rejects, repeated: _repeated, unfitCells: _cells, ...counts } = job.report ?? none;
  return { importId: job._id, state: job.state, ...importShare(job), ...counts, truncated: job.truncated };
}

/** How far it is, in words. */
export function shareText(job: ImportJob, { imports }: ProgressTexts): string {
  return imports.share[phaseOf(job)](importShare(job));
}

/** What has become of the rows, which while they are taken back is of no interest. */
export function resultText(job: ImportJob, texts: ProgressTexts): string[] {
  return isUndo(job) ? [] : [importText(job, texts)];
}

/** Why it waits with what it has done, as while the disk is full. */
export function waitText({ state, fault, faultCause }: ImportJob, words: Words): string[] {
  const isUnderWay = state === "running" || state === "undoing";
  return isUnderWay && fault ? [words(faultCause, fault)] : [];
}

/** What is counted. */
function phaseOf(job: ImportJob): keyof ProgressTexts["imports"]["share"] {
  const { state, progress } = job;
  if (state === "undoing" || state === "undone") return state;
  if (isWaiting(job)) return "waiting";
  return progress?.phase === "reading" ? "reading" : "writing";
}

/** Whether others are before it, or it waits for room: rows are counted from its turn on. */
export function isWaiting({ state, progress }: ImportJob): boolean {
  return state === "running" && progress === null;
}

function isUndo({ state }: ImportJob): boolean {
  return state === "undoing" || state === "undone";
}
