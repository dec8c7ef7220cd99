import { saysLeavers } from "../../contract/imports/saysLeavers.ts";
import { textEncodings } from "../../contract/imports/textEncodings.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { type Cause, storedCause } from "../../contract/reasons/shapes.ts";
import type { ImportJob, ImportReport } from "../../contract/schemas/imports.ts";
import type { ImportRow } from "../../db/stores/imports/imports.ts";
import { inWords } from "../core/inWords.ts";
import { isAddress } from "../sheets/headings.ts";
import { guessOf } from "./exportedFile.ts";
import type { ImportProgress, Reading, RejectedRow, StartedChoice, Unfit } from "./thread/messages.ts";

/** What was read of an import's file, as stored with the job; earlier versions stored nothing about opt-outs. */
export function readingOf(row: ImportRow): Reading {
  const nothing = {
    unread: [],
    unreadSubscribed: [],
    unreadConsent: [],
    leaving: [],
    answering: [],
    fits: [],
  };
  return { ...nothing, ...(row.reading as Omit<Reading, keyof typeof nothing>) };
}

/**
 * What was chosen at the start; earlier versions had no columns that say who wants mail, and none that become custom
 * fields.
 */
export function startedChoiceOf({ choice }: Pick<ImportRow, "choice">): StartedChoice {
  const { columns, fields, ...others } = choice as StartedChoice;
  return { ...others, fields: fields ?? [], columns: { ...columns, subscribed: columns.subscribed ?? [] } };
}

function choiceOf(row: ImportRow): ImportJob["choice"] {
  if (row.choice === null) return null;
  const { fields, ...others } = startedChoiceOf(row);
  const named = fields.map(({ column, definition }) => ({ column, key: definition.key }));
  return { ...others, ...(named.length === 0 ? {} : { fields: named }) };
}

const unbegun = { progress: null, waits: null };

/** An import as the API shows it. */
export function importAnswer(
  row: ImportRow,
  { progress, waits }: { progress: ImportProgress | null; waits: Cause | null } = unbegun,
): ImportJob {
  const isUnderWay = row.state === "running" || row.state === "undoing";
  // A failure before it was undone is no reason for which the undoing waits.
  const fault = row.state === "undoing" ? waits : (row.fault ?? (isUnderWay ? waits : null));
  const reading = readingOf(row);
  const columns = reading.columns.map(({ name }) => name);
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    createdAt: row.createdAt,
    sheets: reading.sheets,
    sheet: reading.sheet,
    ...encodingIn(reading),
    columns,
    heading: reading.heading,
    preview: reading.preview,
    rowCount: row.rowCount,
    ...(reading.hiddenRows ? { hiddenRows: reading.hiddenRows } : {}),
    truncated: reading.truncated,
    guess: guessOf(reading, {
      columns,
      addressed: addressedOf(columns, reading.preview),
      lacking: reading.fits.filter(({ filled }) => filled < row.rowCount).map(({ column }) => column),
    }),
    ...(saysLeavers(row.name) ? { leavers: true } : {}),
    unread: reading.unread,
    unreadSubscribed: reading.unreadSubscribed,
    ...(row.state === "read"
      ? { fits: reading.fits, unreadConsent: reading.unreadConsent, ...rowsOf(reading) }
      : {}),
    choice: choiceOf(row),
    // An import that has ended may still be cleaned up for a moment.
    progress: isUnderWay ? progress : null,
    report: row.startedAt === null ? null : reportOf(row),
    fault: fault && inWords(fault),
    faultCause: fault,
    undoUntil: row.undoUntil,
  };
}

/** Of a text that does not say by itself how it is written. */
function encodingIn({ encoding }: Reading): Pick<ImportJob, "encoding"> {
  const other = textEncodings.find((one) => one === encoding);
  return other === undefined ? {} : { encoding: other };
}

/** The columns in which more than half of the filled cells of the first rows are e-mail addresses. */
function addressedOf(columns: readonly string[], preview: readonly string[][]): string[] {
  return columns.filter((_, column) => {
    const filled = preview.map((cells) => cells[column] ?? "").filter((cell) => cell !== "");
    return filled.filter(isAddress).length * 2 > filled.length;
  });
}

/** The file's own rows as shown before the start; earlier versions did not store their numbers. */
function rowsOf({ firstRows = [], preview, previewNumbers, exported }: Reading) {
  return {
    firstRows,
    previewNumbers: previewNumbers ?? preview.map((_, index) => index + 2),
    ...(exported ? { exportedFields: exported.fields } : {}),
  };
}

/** What was rejected, as stored with the job; earlier versions stored only the rows. */
export function rejectsOf({ rejects }: Pick<ImportRow, "rejects">): Kept {
  const kept: Partial<Kept> = Array.isArray(rejects) ? { rows: rejects } : ((rejects ?? {}) as Kept);
  const { rows = [], repeated = [], overPlan = 0, unfit = 0, unfitCells = [] } = kept;
  return {
    rows: rows.map(asCause),
    repeated: repeated.map(asCause),
    overPlan,
    unfit,
    unfitCells: unfitCells.map(asCause),
  };
}

function asCause<T extends { reason: unknown }>(told: T): T & { reason: Cause } {
  return { ...told, reason: storedCause(told.reason) };
}

type Kept = { rows: RejectedRow[]; repeated: RejectedRow[]; overPlan: number } & Unfit;

function reportOf(row: ImportRow): ImportReport {
  const { added, updated, skipped, optedOut, rejected, rejectedOptouts } = row;
  const { rows, repeated, overPlan, unfit, unfitCells } = rejectsOf(row);
  const shown = rows.slice(0, importLimits.rejectsShown);
  const rejects = shown.map(({ row: number, reason, text }) => ({
    row: number,
    ...(text === undefined ? {} : { text }),
    reason: inWords(reason),
    cause: reason,
  }));
  const again = repeated.map(({ row: number, reason, text = "" }) => ({
    row: number,
    text,
    reason: inWords(reason),
    cause: reason,
  }));
  const cells = unfitCells.map(({ reason, ...where }) => ({
    ...where,
    reason: inWords(reason),
    cause: reason,
  }));
  const counts = { added, updated, skipped, optedOut, rejected, rejectedOptouts, overPlan };
  return {
    ...counts,
    rejects,
    ...(again.length === 0 ? {} : { repeated: again }),
    ...(unfit === 0 ? {} : { unfit, unfitCells: cells }),
  };
}
