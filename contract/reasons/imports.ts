import type { ReasonsOf, RefusalsOf, Shapes } from "./shapes.ts";

const overPlan = { plan: "text", leadsMax: "number" } as const;

/** Why a row of a file, or of a bulk call, was not taken. */
const rows = {
  name_or_email_missing: {},
  first_name_missing: {},
  last_name_not_text: {},
  last_name_too_long: {},
  name_too_long: { max: "number" },
  email_invalid: {},
  email_several: {},
  phone_not_text: {},
  phone_too_long: {},
  optout_unclear: {},
  consent_unclear: {},
  collections_not_names: {},
  row_not_object: {},
  row_over_plan: overPlan,
  row_repeated: { row: "number" },
} as const satisfies Shapes;

/** Why a file cannot be read, refused or told later. */
export const fileRefusedAs = {
  no_leads_in_file: "bad_request",
  file_type_unknown: "bad_request",
  file_not_sheet: "bad_request",
  file_is_page: "bad_request",
  file_is_archive: "bad_request",
  file_is_address_book: "bad_request",
  file_protected: "bad_request",
  file_broken: "bad_request",
  file_heavy: "bad_request",
  file_too_large: "too_large",
  file_unfolds_too_large: "too_large",
  files_busy: "unavailable",
  server_stopping: "unavailable",
} as const;

/** Why an import ended otherwise than it was meant to. */
const faults = {
  plan_room_taken: {},
  rows_over_plan: { ...overPlan, count: "number" },
  undo_incomplete: {},
  import_interrupted: {},
} as const satisfies Shapes;

const files = { file_too_large: { megabytes: "number" } } as const satisfies Shapes;

export const importShapes = { ...rows, ...faults, ...files } as const satisfies Shapes;
export const rowCodes = (): string[] => Object.keys(rows);

/** What pages tell of an import, its file and its rows. */
export type ImportReasons = ReasonsOf<typeof rows & typeof faults> &
  RefusalsOf<typeof fileRefusedAs, typeof files>;

/** What a call about an import is refused for, files apart. */
export const importRefusedAs = {
  import_not_found: "not_found",
  import_rejects_gone: "not_found",
  import_sheet_missing: "bad_request",
  import_not_text: "bad_request",
  import_column_missing: "bad_request",
  imports_too_many: "conflict",
  import_started: "conflict",
  import_not_running: "conflict",
  import_not_undoable: "conflict",
  import_running: "conflict",
  import_kept: "conflict",
  imports_busy: "unavailable",
  imports_waiting: "rate_limited",
  files_waiting: "rate_limited",
  file_over_room: "too_large",
  import_room_taken: "conflict",
  values_unread: "bad_request",
  upload_stalled: "bad_request",
  file_name_too_long: "bad_request",
  columns_missing: "bad_request",
  columns_not_list: "bad_request",
  choice_missing: "bad_request",
  unread_meaning_unknown: "bad_request",
  leavers_unsaid: "bad_request",
  existing_unknown: "bad_request",
  heading_unknown: "bad_request",
  encoding_unknown: "bad_request",
} as const;

/** `plan` is its name, or null where plans are off. */
const room = { megabytes: "number", plan: "text?" } as const;

export const importRefusalShapes = {
  import_column_missing: { column: "text" },
  file_over_room: room,
  import_room_taken: room,
  values_unread: { columns: "reasons" },
  unread_meaning_unknown: { choices: "texts" },
  heading_unknown: { max: "number" },
  encoding_unknown: { choices: "texts" },
  leavers_unsaid: { file: "text" },
  /** One of the columns in `values_unread`: in how many rows, and the first different values. */
  column_unread: { column: "text", count: "number", values: "texts" },
} as const satisfies Shapes;
type Part = Pick<typeof importRefusalShapes, "column_unread">;
export type ImportRefusals = RefusalsOf<typeof importRefusedAs, typeof importRefusalShapes> & ReasonsOf<Part>;
