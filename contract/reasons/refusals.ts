import { fileRefusedAs } from "./imports.ts";
import type { Inner, Nothing } from "./sending.ts";

/** What is refused as what: the code that stands on the wire, and decides the status, by the finer one of the reason. */
export const refusedAs = {
  ...fileRefusedAs,
  no_credentials: "bad_request",
  test_uncertain: "unavailable",
  test_not_sent: "unavailable",
  test_refused: "bad_request",
  import_not_found: "not_found",
  import_rejects_gone: "not_found",
  import_sheet_missing: "bad_request",
  import_column_missing: "bad_request",
  imports_too_many: "conflict",
  import_started: "conflict",
  import_not_running: "conflict",
  import_not_undoable: "conflict",
  import_running: "conflict",
  import_kept: "conflict",
  imports_busy: "unavailable",
  disk_full_refused: "storage_full",
  busy: "unavailable",
  went_wrong: "internal",
  /** A field of what was sent breaks a rule of its type; `detail` says which. */
  field_invalid: "bad_request",
  /** It breaks a rule that has no code of its own yet; `detail` is the rule. */
  rule_broken: "bad_request",
  request_invalid: "bad_request",
} as const;

type WithParams = {
  test_uncertain: { email: string; why: Inner };
  test_not_sent: { why: Inner };
  test_refused: { why: Inner };
  import_column_missing: { column: string };
  file_too_large: { megabytes: number };
  field_invalid: { field: string; detail: string };
  rule_broken: { field: string; detail: string };
};

/** Why something that was asked for is refused. */
export type RefusalReasons = {
  [C in keyof typeof refusedAs]: C extends keyof WithParams ? WithParams[C] : Nothing;
};
export type RefusalReason = keyof RefusalReasons;
