import type { TransactionalRefusals } from "../../reasons/transactional.ts";
import type { Sentences } from "../sentence.ts";

/** What a transactional mail, and a suppression by kind, may be refused for. */
export const transactional: Sentences<TransactionalRefusals> = {
  kind_invalid: () =>
    "A kind is a word of small letters, digits, - and _ that begins with a letter, such as receipt",
  values_too_many: ({ max }) => `A mail has at most ${max} values`,
  values_too_long: ({ max }) => `The values of a mail have at most ${max} characters together`,
  value_name_invalid: ({ name, max }) =>
    `No merge field can be called “${name}”: a name begins with a letter and has only letters from A to Z, digits and underscores, at most ${max} of them`,
  value_missing: ({ field, email }) =>
    `The mail names {{${field}}}, for which ${email} has no value and the mail has no fallback`,
  way_out_missing: () =>
    "A transactional mail has no unsubscribe link. Take {{unsubscribeUrl}} out of it, or give an address of your own as the value of unsubscribeUrl.",
  way_out_not_address: () =>
    "The value of unsubscribeUrl is an address that begins with https://, http:// or mailto:",
  recipients_missing: () => "to is a list of at least one recipient, each with an email",
  recipients_too_many: ({ max }) => `A call has at most ${max} recipients`,
  recipient_twice: ({ email }) => `${email} is among the recipients twice`,
  attachment_name_invalid: () => "An attachment has a file's name, without slashes",
  attachment_type_invalid: () => "An attachment's type is one such as application/pdf",
  attachment_not_base64: () => "An attachment's content is base64 in one line",
  attachment_too_large: ({ name, max }) =>
    `${name} is larger than the ${max} bytes that one attachment may have`,
  attachments_too_many: ({ max }) => `A call has at most ${max} attachments`,
  attachments_too_large: ({ max }) => `All attachments together have at most ${max} bytes`,
  mail_not_found: () => "This mail was not found",
  mail_not_failed: () => "Only a mail that failed, or whose end is uncertain, is tried again",
  mail_emptied: () =>
    "The content of this mail has been deleted since, so it cannot be tried again. Send a new one.",
  suppression_not_found: () => "This suppression was not found",
};
