import { guessColumns } from "../../contract/imports/columns.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { storedCause } from "../../contract/reasons/shapes.ts";
import type { ImportChoice, ImportJob, ImportReport } from "../../contract/schemas/imports.ts";
import type { ImportRow } from "../../db/stores/imports/imports.ts";
import { inWords } from "../core/inWords.ts";
import type { ImportProgress, Reading, RejectedRow } from "./thread/messages.ts";

/** What was read of an import's file, as the job keeps it; files read by an earlier version say nothing of opt-outs. */
export function readingOf(row: ImportRow): Reading {
  const nothing = { unread: [], unreadSubscribed: [], leaving: [], answering: [] };
  return { ...nothing, ...(row.reading as Omit<Reading, keyof typeof nothing>) };
}

/** What was chosen at the start; an earlier version knew no columns that say who wants mail. */
function choiceOf({ choice }: ImportRow): ImportChoice | null {
  if (choice === null) return null;
  const { columns, ...others } = choice as ImportChoice;
  return { ...others, columns: { ...columns, subscribed: columns.subscribed ?? [] } };
}

/** An import as people see it. */
export function importAnswer(row: ImportRow, progress: ImportProgress | null): ImportJob {
  const reading = readingOf(row);
  const columns = reading.columns.map(({ name }) => name);
  return {
    _id: row.id,
    name: row.name,
    state: row.state,
    createdAt: row.createdAt,
    sheets: reading.sheets,
    sheet: reading.sheet,
    columns,
    preview: reading.preview,
    rowCount: row.rowCount,
    truncated: reading.truncated,
    guess: guessColumns(columns, reading),
    unread: reading.unread,
    unreadSubscribed: reading.unreadSubscribed,
    choice: choiceOf(row),
    progress,
    report: row.startedAt === null ? null : reportOf(row),
    fault: row.fault && inWords(row.fault),
    faultCause: row.fault,
    undoUntil: row.undoUntil,
  };
}

/** What was rejected, as the job keeps it; an earlier version kept the rows alone. */
export function rejectsOf({ rejects }: Pick<ImportRow, "rejects">): Kept {
  if (rejects === null) return { rows: [], overPlan: 0 };
  const { rows, overPlan } = Array.isArray(rejects)
    ? { rows: rejects as Kept["rows"], overPlan: 0 }
    : (rejects as Kept);
  return { rows: rows.map(({ row, reason }) => ({ row, reason: storedCause(reason) })), overPlan };
}

type Kept = { rows: RejectedRow[]; overPlan: number };

function reportOf(row: ImportRow): ImportReport {
  const { added, updated, skipped, optedOut, rejected, rejectedOptouts } = row;
  const { rows, overPlan } = rejectsOf(row);
  const shown = rows.slice(0, importLimits.rejectsShown);
  const rejects = shown.map(({ row: number, reason }) => ({
    row: number,
    reason: inWords(reason),
    cause: reason,
  }));
  return { added, updated, skipped, optedOut, rejected, rejectedOptouts, overPlan, rejects };
}
