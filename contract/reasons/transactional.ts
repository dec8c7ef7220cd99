import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What a transactional mail, and a suppression by kind, may be refused for. */
export const transactionalRefusedAs = {
  kind_invalid: "bad_request",
  values_too_many: "bad_request",
  values_too_long: "bad_request",
  value_name_invalid: "bad_request",
  value_missing: "bad_request",
  /** The mail names the link by which a campaign's mail is left, which a transactional mail has not. */
  way_out_missing: "bad_request",
  way_out_not_address: "bad_request",
  recipients_missing: "bad_request",
  recipients_too_many: "bad_request",
  recipient_twice: "bad_request",
  attachment_name_invalid: "bad_request",
  attachment_type_invalid: "bad_request",
  attachment_not_base64: "bad_request",
  attachment_too_large: "bad_request",
  attachments_too_many: "bad_request",
  attachments_too_large: "bad_request",
  mail_not_found: "not_found",
  mail_not_failed: "conflict",
  mail_emptied: "conflict",
  suppression_not_found: "not_found",
} as const;

export const transactionalShapes = {
  values_too_many: { max: "number" },
  values_too_long: { max: "number" },
  value_name_invalid: { name: "text", max: "number" },
  value_missing: { field: "text", email: "text" },
  recipients_too_many: { max: "number" },
  recipient_twice: { email: "text" },
  attachment_too_large: { name: "text", max: "number" },
  attachments_too_many: { max: "number" },
  attachments_too_large: { max: "number" },
} as const satisfies Shapes;
export type TransactionalRefusals = RefusalsOf<typeof transactionalRefusedAs, typeof transactionalShapes>;
