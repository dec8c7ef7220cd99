import type { ErrorCode } from "../../../contract/errors.ts";
import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { ColumnFit, ImportChoice, UnreadColumn } from "../../../contract/schemas/imports.ts";
import type { Staged } from "../../../db/imports/createStage.ts";
import type { SliceJob, SliceOutcome } from "../../../db/imports/slices.ts";
import type { UndoJob } from "../../../db/stores/imports/importUndo.ts";
import type { HeadingPlace, NumberedRow } from "../../sheets/headings.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { TextEncoding } from "../../sheets/readCsvFile.ts";

/** What was read of a file before its import; stored with the job, so that the import reads it in the same way. */
export type Reading = {
  /** Null for a workbook. */
  encoding: TextEncoding | null;
  sheets: string[];
  sheet: string | null;
  columns: SheetColumn[];
  /** The number of the row with the headings, null if there are none; earlier versions did not store it. */
  heading?: number | null;
  /** The first rows of the sheet, unchanged. */
  firstRows?: NumberedRow[];
  preview: string[][];
  /** The numbers of these rows in the file. */
  previewNumbers?: number[];
  rowCount: number;
  /** Rows that the sheet hides; earlier versions did not look. */
  hiddenRows?: number;
  truncated: boolean;
  /** Values that are neither a yes nor a no, by column, in case it says who unsubscribed, or who did not. */
  unread: UnreadColumn[];
  unreadSubscribed: UnreadColumn[];
  /** The same, in case a column says who agreed to tracking. */
  unreadConsent: UnreadColumn[];
  /** The columns in which somebody unsubscribed, and those that consist of a plain yes or no. */
  leaving: string[];
  answering: string[];
  /** What each column could become as a custom field. */
  fits: ColumnFit[];
  /** Of a file of leads as it is downloaded here; earlier versions did not tell it from others. */
  exported?: ExportedFile | null;
};

/** The columns of our own file that hold custom fields, and the one of the consents. */
export type ExportedFile = { fields: { column: string; key: string }[]; consent: string | null };

/** A column that becomes a custom field, as the field was at the start. */
export type StartedField = { column: string; definition: FieldDefinition };
/** What was chosen, once every field that it names exists. */
export type StartedChoice = Omit<ImportChoice, "fields"> & { fields: readonly StartedField[] };

/** Cells that did not match the kind of their field. */
export type Unfit = { unfit: number; unfitCells: { row: number; column: string; reason: Cause }[] };

/** The location of the database for the thread; null if the server's own thread does the writing. */
export type Place = { folder: string; turns: SharedArrayBuffer } | null;

export type ReadRequest = {
  kind: "read";
  path: string;
  sheet: string | null;
  heading: HeadingPlace;
  /** Of a text; null to find out. */
  encoding: TextEncoding | null;
};
export type RunRequest = {
  kind: "run";
  /** The number of the attempt: one that has not quite ended has files of its own until they are complete. */
  attempt: number;
  /**
   * How far an earlier attempt came: how many rows it staged, if it finished that, up to which of them it wrote, and how
   * many addresses of rejected rows it opted out.
   */
  from: { staged: number | null; written: number; optedOut: number };
  path: string;
  stagePath: string;
  rejectsPath: string;
  reading: Reading;
  choice: StartedChoice;
  /** The reason for rejecting rows that the plan has no room for. */
  overPlan: Cause;
  job: SliceJob;
  place: Place;
  /** The key for the hashes of suppressed addresses. */
  addressKey: Uint8Array;
  /** Its first number is set to 1 to stop the thread. */
  control: SharedArrayBuffer;
};
export type UndoRequest = { kind: "undo"; job: UndoJob; place: NonNullable<Place>; total: number };

/** From the server to an import thread; "go" after it has stored what was staged or left out. */
export type ThreadRequest = ReadRequest | RunRequest | UndoRequest | { kind: "go" };

/** A row of the file by the number that spreadsheet programs show, and why it was rejected. */
export type RejectedRow = { row: number; reason: Cause; text?: string };

/** `overPlan` of them are valid, but the plan has no room for them. */
export type Rejects = {
  rejected: number;
  overPlan: number;
  rejects: RejectedRow[];
  /** The first rows whose address occurred earlier; staging files of earlier versions do not have them. */
  repeated?: RejectedRow[];
} & Unfit;
/** The end of a staging file: it is complete; what was rejected, and the length of that file in bytes. */
export type StageSummary = { staged: Staged; rejects: Rejects; rejectsBytes: number };

/** "lost": what an earlier attempt began cannot be continued. */
export type RunOutcome = { kind: "done" | "lost" } | Exclude<SliceOutcome, { kind: "written" }>;

export type ImportProgress = { phase: "reading" | "writing"; done: number; total: number };

/** From an import thread to the server. */
export type ThreadReply =
  | { kind: "read"; reading: Reading }
  | { kind: "progress"; progress: ImportProgress }
  | { kind: "staged"; staged: Staged; rejects: Rejects }
  | { kind: "leftOut"; rejects: Rejects }
  | { kind: "ended"; outcome: RunOutcome }
  | { kind: "refused"; code: ErrorCode; reason: Cause };
