import { sentences } from "../../errors.ts";
import type { ImportReasons } from "../../reasons/imports.ts";
import type { RefusalReasons } from "../../reasons/refusals.ts";
import type { Sentences } from "../sentence.ts";

/** Why something that was asked for is refused, but for files, which `imports.ts` tells of. */
export const refusals: Sentences<Omit<RefusalReasons, keyof ImportReasons>> = {
  disk_full_refused: () => "The disk is full. Free some space and try again.",
  busy: () => sentences.somethingWrong,
  went_wrong: () => sentences.somethingWrong,
  field_invalid: ({ field, detail }) => `${field}: ${detail}`,
  rule_broken: ({ detail }) => detail,
  request_invalid: () => "The request is not valid",
};
