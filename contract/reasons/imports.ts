import type { Nothing } from "./sending.ts";

type OverPlan = { plan: string; leadsMax: number };

/** Why a row of a file, or of a bulk call, was not taken. */
export type RowReasons = {
  name_or_email_missing: Nothing;
  first_name_missing: Nothing;
  last_name_not_text: Nothing;
  last_name_too_long: Nothing;
  name_too_long: { max: number };
  email_invalid: Nothing;
  phone_not_text: Nothing;
  phone_too_long: Nothing;
  optout_unclear: Nothing;
  collections_not_names: Nothing;
  row_not_object: Nothing;
  row_over_plan: OverPlan;
};

/** Why a file cannot be read, refused or told later. */
export const fileRefusedAs = {
  no_leads_in_file: "bad_request",
  file_type_unknown: "bad_request",
  file_not_sheet: "bad_request",
  file_is_page: "bad_request",
  file_protected: "bad_request",
  file_broken: "bad_request",
  file_heavy: "bad_request",
  file_too_large: "too_large",
  file_unfolds_too_large: "too_large",
  files_busy: "unavailable",
  server_stopping: "unavailable",
} as const;

/** Why an import ended otherwise than it was meant to. */
type FaultReasons = {
  plan_room_taken: Nothing;
  rows_over_plan: OverPlan & { count: number };
  undo_incomplete: Nothing;
  import_interrupted: Nothing;
};

export type ImportReasons = RowReasons &
  FaultReasons & {
    [C in keyof typeof fileRefusedAs]: C extends "file_too_large" ? { megabytes: number } : Nothing;
  };
