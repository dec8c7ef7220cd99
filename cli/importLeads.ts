import type { Client } from "../contract/client.ts";
import { guessColumns, type LeadRow, leadFromRow } from "../contract/columns.ts";
import { Refusal, sentences } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { pause } from "../contract/pause.ts";
import type { BulkAnswer } from "../contract/schemas/lead.ts";

/** A row of the file that did not become a lead. The header is row 1; blank rows are not counted. */
export type RejectedRow = { row: number; reason: string; cells: SheetRow };
type SheetRow = Record<string, string>;

export type ImportProgress = {
  /** Rows of the file, and how many of them have been dealt with. */
  total: number;
  done: number;
  added: number;
  updated: number;
  skipped: number;
  rejected: RejectedRow[];
};

type ImportOptions = {
  client: Client;
  file: Blob;
  fileName: string;
  /** A collection's name, or "all" for none in particular. */
  collection: string;
  signal: AbortSignal;
};

/**
 * Reads a sheet on the server and adds its leads batch by batch; yields once per batch, always the same object.
 * A good row is never lost to a bad one.
 * @throws {Refusal} when the file cannot be read, has no leads, or the plan is full.
 */
export async function* importLeads(options: ImportOptions): AsyncGenerator<ImportProgress, void> {
  const form = new FormData();
  form.append("file", options.file, options.fileName);
  const { client, signal } = options;
  const { data: rows } = await client("POST /files/convert/excel-to-json", { body: form }, { signal });
  const progress = { total: rows.length, done: 0, added: 0, updated: 0, skipped: 0, rejected: [] };
  const leads = usableLeads(rows, progress);
  if (leads.length === 0) throw new Refusal("bad_request", sentences.noLeadsInFile);
  yield progress;
  for (const batch of batches(leads)) {
    addAnswer(progress, batch, await addBatch(options, batch), rows);
    yield progress;
  }
}

type NumberedLead = { index: number; lead: LeadRow };

function usableLeads(rows: readonly SheetRow[], progress: ImportProgress): NumberedLead[] {
  // Every row object has every column of the sheet, so the first one tells their names.
  const map = guessColumns(Object.keys(rows[0] ?? {}));
  return rows.flatMap((cells, index) => {
    const lead = leadFromRow(cells, map);
    if (lead) return [{ index, lead }];
    progress.done += 1;
    progress.rejected.push({ row: rowNumber(index), reason: "First name or email is missing", cells });
    return [];
  });
}

function* batches(leads: readonly NumberedLead[]): Generator<NumberedLead[]> {
  for (let start = 0; start < leads.length; start += limits.cli.importBatchRows)
    yield leads.slice(start, start + limits.cli.importBatchRows);
}

/** One bulk call, waiting as long as the server asks where calls come too fast. */
async function addBatch(options: ImportOptions, batch: readonly NumberedLead[]): Promise<BulkAnswer> {
  const collection = options.collection === "all" ? [] : [options.collection];
  const body = { leads: batch.map(({ lead }) => ({ ...lead, collection })) };
  for (let waits = 0; ; waits += 1) {
    try {
      return await options.client("POST /amplify/leads/bulk", { body }, { signal: options.signal });
    } catch (error) {
      const passing = error instanceof Refusal && error.code === "rate_limited";
      if (!passing || waits >= limits.cli.importWaitsMax) throw error;
      await pause(error.retryAfterMs ?? limits.cli.pollMs, options.signal);
    }
  }
}

function addAnswer(
  progress: ImportProgress,
  batch: readonly NumberedLead[],
  answer: BulkAnswer,
  rows: readonly SheetRow[],
): void {
  progress.done += batch.length;
  progress.added += answer.added;
  progress.updated += answer.updated;
  progress.skipped += answer.skipped;
  for (const { row, reason } of answer.rejected) {
    const index = batch[row - 1]?.index ?? 0;
    progress.rejected.push({ row: rowNumber(index), reason, cells: rows[index] ?? {} });
  }
}

function rowNumber(index: number): number {
  return index + 2;
}
