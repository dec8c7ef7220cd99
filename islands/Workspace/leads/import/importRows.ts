import { Refusal } from "../../../../contract/errors.ts";
import { limits } from "../../../../contract/limits.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import type { PlannedRow } from "./planImport.ts";

export type RejectedRow = { row: number; reason: string };
export type ImportReport = { added: number; updated: number; skipped: number; rejected: RejectedRow[] };

/**
 * Brings rows in, batch by batch, and tells after each how far it is. Rejections come back with the row of the file.
 * What is in stays in when a later batch is refused or the signal stops it.
 */
export async function importRows({
  rows,
  collection,
  signal,
  onProgress,
}: {
  rows: readonly PlannedRow[];
  /** The collection that everybody joins, or "". */
  collection: string;
  signal: AbortSignal;
  onProgress: (done: number, report: ImportReport) => void;
}): Promise<void> {
  let report: ImportReport = { added: 0, updated: 0, skipped: 0, rejected: [] };
  for (let start = 0; start < rows.length && !signal.aborted; start += limits.screen.importBatch) {
    const batch = rows.slice(start, start + limits.screen.importBatch);
    const leads = batch.map(({ lead }) => ({ ...lead, collection: collection === "" ? [] : [collection] }));
    const answer = await patiently(signal, () =>
      browserClient("POST /amplify/leads/bulk", { body: { leads } }, { signal }),
    );
    const rejected = answer.rejected.map(({ row, reason }) => ({ row: fileRow(batch, row), reason }));
    report = {
      added: report.added + answer.added,
      updated: report.updated + answer.updated,
      skipped: report.skipped + answer.skipped,
      rejected: [...report.rejected, ...rejected],
    };
    onProgress(start + batch.length, report);
  }
}

/** The server counts a call's rows from 1; the person knows the rows of the file. */
function fileRow(batch: readonly PlannedRow[], row: number): number {
  return batch[row - 1]?.row ?? row;
}

/** Waits as long as the server asks when calls come too fast; every other refusal goes to the person. */
async function patiently<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "rate_limited") || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, error.retryAfterMs ?? limits.screen.popupTickMs));
    }
  }
}
