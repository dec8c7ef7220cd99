import type { ErrorCode } from "../../contract/errors.ts";
import type { Cause } from "../../contract/reasons.ts";

/** A column that the sheet has: where its cells stand in a row, and the name they get. */
export type SheetColumn = { index: number; name: string };

/** From the server to a sheet worker. */
export type WorkerRequest = { kind: "convert"; bytes: Uint8Array } | { kind: "next" };

/**
 * From a sheet worker to the server. The rows come as JSON text of string arrays, one batch for each "next":
 * text is cheap to hand over, and the server stays free between two batches.
 */
export type WorkerReply =
  | { kind: "columns"; columns: SheetColumn[]; truncated: boolean; batches: number }
  | { kind: "rows"; json: string }
  | { kind: "refused"; code: ErrorCode; reason: Cause };
