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

/** What was read of a file before its import: kept with the job, so that the import reads it in the same way. */
export type Reading = {
  /** Null for a workbook. */
  encoding: TextEncoding | null;
  sheets: string[];
  sheet: string | null;
  columns: SheetColumn[];
  /** The number of the row with the headings, null where there are none; an earlier version did not say. */
  heading?: number | null;
  /** The first rows of the sheet as they stand. */
  firstRows?: NumberedRow[];
  preview: string[][];
  /** The numbers of these rows in the file. */
  previewNumbers?: number[];
  rowCount: number;
  truncated: boolean;
  /** Values that are neither a yes nor a no, by column, should it say who unsubscribed, or who did not. */
  unread: UnreadColumn[];
  unreadSubscribed: UnreadColumn[];
  /** The same, should a column say who agreed to being counted. */
  unreadConsent: UnreadColumn[];
  /** The columns that say of somebody that they left, and those that answer with a plain yes or no. */
  leaving: string[];
  answering: string[];
  /** What each column could be as a field of the workspace's own. */
  fits: ColumnFit[];
};

/** A column that becomes a field of the workspace's own, as that was at the start. */
export type StartedField = { column: string; definition: FieldDefinition };
/** What was chosen, once every field that it names is there. */
export type StartedChoice = Omit<ImportChoice, "fields"> & { fields: readonly StartedField[] };

/** Cells that did not fit their field. */
export type Unfit = { unfit: number; unfitCells: { row: number; column: string; reason: Cause }[] };

/** Where another thread finds the database; null where the server's own thread does the writing. */
export type Place = { folder: string; turns: SharedArrayBuffer } | null;

export type ReadRequest = { kind: "read"; path: string; sheet: string | null; heading: HeadingPlace };
export type RunRequest = {
  kind: "run";
  /** 1 for the first try: another one that is not quite dead has files of its own until they are whole. */
  attempt: number;
  /**
   * Where an earlier try has come to: how many rows it staged, if it came to that, up to which of them it wrote, and how
   * many addresses of rejected rows it opted out.
   */
  from: { staged: number | null; written: number; optedOut: number };
  path: string;
  stagePath: string;
  rejectsPath: string;
  reading: Reading;
  choice: StartedChoice;
  /** Why a row was left out that does not fit the plan. */
  overPlan: Cause;
  job: SliceJob;
  place: Place;
  /** The key of the hash that stands for an address among the suppressed ones. */
  addressKey: Uint8Array;
  /** Its first number is set to one to stop. */
  control: SharedArrayBuffer;
};
export type UndoRequest = { kind: "undo"; job: UndoJob; place: NonNullable<Place>; total: number };

/** From the server to an import thread; "go" after what is staged, or left out, has been written down. */
export type ThreadRequest = ReadRequest | RunRequest | UndoRequest | { kind: "go" };

/** A row of the file by the number that spreadsheet programs show, and why it was not taken. */
export type RejectedRow = { row: number; reason: Cause; text?: string };

/** `overPlan` of them are right but did not fit the plan. */
export type Rejects = {
  rejected: number;
  overPlan: number;
  rejects: RejectedRow[];
  /** The first rows whose address came earlier; a staging file of an earlier version does not say it. */
  repeated?: RejectedRow[];
} & Unfit;
/** What a staging file ends with: all of it is there, and what was rejected by then, in so many bytes of its file. */
export type StageSummary = { staged: Staged; rejects: Rejects; rejectsBytes: number };

/** "lost": what an earlier try has begun cannot be gone on with. */
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
