import type { Client } from "../contract/client.ts";
import { guessColumns, type LeadRow, leadFromRow } from "../contract/columns.ts";
import { Refusal, sentences } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { pause } from "../contract/pause.ts";
import type { BulkAnswer } from "../contract/schemas/lead.ts";
import { sheetPieces } from "./sheetPieces.ts";

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
  rejected: number;
  /** The rejected rows themselves, as many as are kept. */
  rejects: RejectedRow[];
  /** The server left out what passes its bounds: rows, columns or very long cells. */
  truncated: boolean;
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
  const progress = emptyProgress();
  let rowsBefore = 0;
  let usable = 0;
  for await (const piece of sheetPieces(options.file, options.fileName)) {
    const { data: rows, truncated } = await convert(options, piece.file);
    progress.truncated ||= truncated === true;
    const known = rowsBefore + rows.length;
    // Until the last piece is read the rest of the file is taken to be like what has been seen of it.
    progress.total = Math.round(known / piece.shareRead);
    const leads = usableLeads(rows, { progress, rowsBefore });
    usable += leads.length;
    if (usable > 0) yield progress;
    for (const batch of batches(leads)) {
      addAnswer(progress, batch, await addBatch(options, batch));
      yield progress;
    }
    rowsBefore = known;
  }
  if (usable === 0) throw new Refusal("bad_request", sentences.noLeadsInFile);
}

/** The rows of a sheet as the server reads them, which also knows encodings and separators. */
async function convert(options: ImportOptions, file: Blob) {
  const form = new FormData();
  form.append("file", file, options.fileName);
  const call = () =>
    options.client("POST /files/convert/excel-to-json", { body: form }, { signal: options.signal });
  return patiently(call, options.signal);
}

function emptyProgress(): ImportProgress {
  const counts = { total: 0, done: 0, added: 0, updated: 0, skipped: 0, rejected: 0 };
  return { ...counts, rejects: [], truncated: false };
}

function reject(progress: ImportProgress, row: RejectedRow): void {
  progress.rejected += 1;
  if (progress.rejects.length < limits.cli.rejectsKept) progress.rejects.push(row);
}

type NumberedLead = { row: number; lead: LeadRow; cells: SheetRow };

function usableLeads(
  rows: readonly SheetRow[],
  { progress, rowsBefore }: { progress: ImportProgress; rowsBefore: number },
): NumberedLead[] {
  // Every row object has every column of the sheet, so the first one tells their names.
  const map = guessColumns(Object.keys(rows[0] ?? {}));
  return rows.flatMap((cells, index) => {
    const lead = leadFromRow(cells, map);
    // The header is row 1.
    const row = rowsBefore + index + 2;
    if (lead) return [{ row, lead, cells }];
    progress.done += 1;
    reject(progress, { row, reason: "First name or email is missing", cells });
    return [];
  });
}

function* batches(leads: readonly NumberedLead[]): Generator<NumberedLead[]> {
  for (let start = 0; start < leads.length; start += limits.cli.importBatchRows)
    yield leads.slice(start, start + limits.cli.importBatchRows);
}

async function addBatch(options: ImportOptions, batch: readonly NumberedLead[]): Promise<BulkAnswer> {
  const collection = options.collection === "all" ? [] : [options.collection];
  const body = { leads: batch.map(({ lead }) => ({ ...lead, collection })) };
  const { client, signal } = options;
  return patiently(() => client("POST /amplify/leads/bulk", { body }, { signal }), signal);
}

/** Makes a call, waiting as long as the server asks where calls come too fast. */
async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const passing = error instanceof Refusal && error.code === "rate_limited";
      if (!passing || waits >= limits.cli.importWaitsMax) throw error;
      await pause(error.retryAfterMs ?? limits.cli.pollMs, signal);
    }
  }
}

function addAnswer(progress: ImportProgress, batch: readonly NumberedLead[], answer: BulkAnswer): void {
  progress.done += batch.length;
  progress.added += answer.added;
  progress.updated += answer.updated;
  progress.skipped += answer.skipped;
  for (const { row, reason } of answer.rejected) {
    // The answer counts the rows of the call, from 1.
    const lead = batch[row - 1];
    if (lead) reject(progress, { row: lead.row, reason, cells: lead.cells });
  }
  // The answer lists a bounded number of rejections; the others are counted by what is missing.
  const named = answer.added + answer.updated + answer.skipped + answer.rejected.length;
  progress.rejected += Math.max(0, batch.length - named);
}
