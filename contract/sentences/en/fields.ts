import type { FieldRefusals } from "../../reasons/fields.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";

/** What forms say before anything is sent, but for senders, which `senders.ts` tells of. */
export const fields: Sentences<FieldRefusals> = {
  address_needed: () => exact.signupEmail,
  fields_missing: () => exact.fillAllFields,
  control_characters: () => "A line break, or another control character, is not allowed here",
  phone_number_too_long: ({ max }) => `A phone number has at most ${max} characters`,
};
