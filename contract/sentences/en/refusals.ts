import { sentences } from "../../errors.ts";
import type { ImportReasons } from "../../reasons/imports.ts";
import type { RefusalReasons } from "../../reasons/refusals.ts";
import type { Sentences } from "../sentence.ts";

/** Why something that was asked for is refused, but for files, which `imports.ts` tells of. */
export const refusals: Sentences<Omit<RefusalReasons, keyof ImportReasons>> = {
  no_credentials: () => sentences.noCredentials,
  test_uncertain: ({ email, why }, { of }) =>
    `It is not known whether the test email went out (${of(why)}). Look into ${email} before trying again.`,
  test_not_sent: ({ why }, { of }) => `The test email was not sent: ${of(why)}. Try again later.`,
  test_refused: ({ why }, { of }) => `The test email was refused: ${of(why)}`,
  import_not_found: () => "There is no such import. It may have been thrown away.",
  import_rejects_gone: () => "There are no rejected rows of this import, or they are no longer kept.",
  import_sheet_missing: () => "The file has no such sheet.",
  import_column_missing: ({ column }) => `The file has no column "${column}".`,
  imports_too_many: () => "Several of your imports wait for their turn. Start this one after them.",
  import_started: () => "This import was started already.",
  import_not_running: () => "This import is not under way.",
  import_not_undoable: () =>
    "This import cannot be undone: nothing of it is left to undo, or it ended more than a day ago.",
  import_running: () => "This import is under way.",
  import_kept: () => "This import was started. Cancel it or undo it instead.",
  imports_busy: () => "Too many imports wait at this moment. Please try again shortly.",
  disk_full_refused: () => "The disk is full. Free some space and try again.",
  busy: () => sentences.somethingWrong,
  went_wrong: () => sentences.somethingWrong,
  field_invalid: ({ field, detail }) => `${field}: ${detail}`,
  rule_broken: ({ detail }) => detail,
  request_invalid: () => "The request is not valid",
};
