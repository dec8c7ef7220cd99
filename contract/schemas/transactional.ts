import { z } from "zod";
import { base64Pattern, isBase64 } from "../base64.ts";
import { transactionalLimits as limits } from "../limits/sending.ts";
import { textLimits } from "../limits/text.ts";
import { mergeFieldNamePattern } from "../mergeFields.ts";
import { issueText } from "../reasons.ts";
import { deliveryStates, senderFields } from "./campaign.ts";
import {
  cause,
  countedValues,
  emailAddress,
  filledPattern,
  filledText,
  id,
  plainText,
  timeMs,
} from "./fields.ts";
import { listOrder, numberOfUrl } from "./lists.ts";
import { html } from "./template.ts";

/** What a mail is unless its sender says another word. */
const transactionalKind = "transactional";
/** In a list of suppressions: mails of every kind. */
export const everyKind = "*";

const kindPattern = "^[a-z][a-z0-9_-]*$";
const kind = z
  .string({ error: issueText("kind_invalid") })
  .max(limits.kindMax, { error: issueText("kind_invalid") })
  .regex(new RegExp(kindPattern), { error: issueText("kind_invalid") });

const value = z
  .union([z.string().max(limits.valueMax), z.number(), z.boolean()])
  .transform((given) => String(given))
  .meta({ description: "What stands in the place of a merge field" });
// A value by another name would stand nowhere, and the mail would show its braces.
const values = countedValues(z.record(z.string(), value), {
  max: limits.valuesMax,
  error: issueText("values_too_many", { max: limits.valuesMax }),
  unknown: (name) =>
    issueText("value_name_invalid", {
      name: name.slice(0, limits.valueNameMax),
      max: limits.valueNameMax,
    }),
  namePattern: mergeFieldNamePattern,
});

const recipient = z.object({
  email: emailAddress(issueText("email_invalid")),
  name: plainText(textLimits.leadNameMax).optional(),
  values: values.optional().meta({ description: "Beside the values of all, and before them" }),
});

// A flag would not reach the OpenAPI document: a pattern there has none.
const typePattern = /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*\/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*$/;
/** Their content is lines of a mail, and would have to be read to be safe. */
const isComposite = (type: string) => /^(multipart|message)\//i.test(type);
const nameInvalid = issueText("attachment_name_invalid");
const attachment = z.object({
  name: filledText(limits.attachmentNameMax, nameInvalid, nameInvalid, nameInvalid)
    .refine((name) => !/[/\\]/.test(name), { error: nameInvalid })
    .meta({ pattern: filledPattern.replaceAll("[^", "[^/\\\\") }),
  type: z
    .string()
    .max(limits.attachmentTypeMax)
    .regex(typePattern, { error: issueText("attachment_type_invalid") })
    .refine((type) => !isComposite(type), { error: issueText("attachment_type_invalid") })
    .default("application/octet-stream"),
  content: z
    .string()
    .refine(isBase64, { error: issueText("attachment_not_base64") })
    .meta({
      description: "Base64 (RFC 4648 section 4), without line breaks",
      contentEncoding: "base64",
      pattern: base64Pattern,
    }),
});

const filled = filledText(
  textLimits.subjectMax,
  issueText("fields_missing"),
  issueText("subject_too_long", { max: textLimits.subjectMax }),
);

export const transactionalInput = z.object({
  template: id.optional().meta({ description: "The id of a template; in its place, html, or text alone" }),
  subject: filled,
  html: html.optional(),
  text: z.string().max(limits.textMax).optional().meta({
    description:
      "The text part; made from the HTML unless given. With neither html nor template it is all that the mail has",
  }),
  to: z
    .array(recipient, { error: issueText("recipients_missing") })
    .min(1, { error: issueText("recipients_missing") })
    .max(limits.recipientsMax, { error: issueText("recipients_too_many", { max: limits.recipientsMax }) }),
  values: values.optional(),
  account: id
    .optional()
    .meta({ description: "The id of a sending account; your first one that may send, unless given" }),
  from: senderFields.from.meta({
    description:
      'A sending account: "alias;email", the e-mail alone, or its `alias` or `sender` as answered; never any other address',
  }),
  kind: kind.default(transactionalKind),
  replyTo: emailAddress(issueText("email_invalid")).optional(),
  attachments: z
    .array(attachment)
    .max(limits.attachmentsMax, { error: issueText("attachments_too_many", { max: limits.attachmentsMax }) })
    .optional(),
  tags: z.array(plainText(limits.tagMax)).max(limits.tagsMax).optional(),
  trackOpens: z.boolean().default(false),
  trackClicks: z.boolean().default(false),
  ttlSeconds: z
    .number()
    .int()
    .min(limits.ttlMinSeconds)
    .max(limits.ttlMaxSeconds)
    .default(limits.ttlDefaultSeconds)
    .meta({ description: "A mail that has not gone within so many seconds fails as too late" }),
});
export type TransactionalInput = z.infer<typeof transactionalInput>;

const why = { reason: z.string().nullable(), cause: cause.nullable() };

export const transactionalAnswer = z
  .object({
    mails: z.array(
      z.object({ id: z.string(), email: z.string(), state: z.enum(["queued", "refused"]), ...why }),
    ),
  })
  .meta({ id: "TransactionalAnswer" });
export type TransactionalAnswer = z.infer<typeof transactionalAnswer>;

/** "suppressed" is what a campaign calls skipped: its address takes no mail of this kind. */
export const transactionalStates = [
  ...deliveryStates.filter((state) => state !== "skipped"),
  "suppressed",
] as const;
export type TransactionalState = (typeof transactionalStates)[number];

const shown = {
  id: z.string(),
  kind: z.string(),
  email: z.string(),
  name: z.string(),
  subject: z.string().meta({ description: "As it was given, with its merge fields" }),
  state: z.enum(transactionalStates),
  ...why,
  createdAt: timeMs,
  sentAt: timeMs.nullable(),
};
export const transactionalMail = z.object(shown).meta({ id: "TransactionalMail" });
export type TransactionalMail = z.infer<typeof transactionalMail>;

const step = z.object({
  at: timeMs,
  what: z.enum(["accepted", "tried", "sent", "opened", "clicked"]),
});
export type TransactionalStep = z.infer<typeof step>;

export const transactionalDetail = transactionalMail
  .extend({
    from: z.string(),
    account: z.string(),
    replyTo: z.string().nullable(),
    messageId: z.string(),
    template: z.object({ id: z.string(), version: z.number().int() }).nullable(),
    tags: z.array(z.string()),
    attachments: z.array(z.object({ name: z.string(), type: z.string() })),
    attempts: z.number().int(),
    expiresAt: timeMs,
    nextAt: timeMs.nullable().meta({ description: "When it goes on, where it waits until a time" }),
    waiting: z.string().nullable().meta({ description: "Why nothing goes out just now, in words" }),
    waitingCause: cause.nullable(),
    history: z.array(step),
    mayRetry: z.boolean(),
  })
  .meta({ id: "TransactionalDetail" });
export type TransactionalDetail = z.infer<typeof transactionalDetail>;

const page = {
  before: id.optional(),
  pageSize: numberOfUrl({ min: 1, max: limits.pageMax }).optional(),
};
const moment = z
  .string()
  .regex(/^[0-9]{1,15}$/)
  .transform(Number)
  .meta({ examples: ["1795412926268"] });
export const transactionalQuery = z.object({
  ...listOrder,
  state: z.enum(transactionalStates).optional(),
  kind: kind.optional(),
  email: emailAddress(issueText("email_invalid")).optional(),
  since: moment.optional(),
  until: moment.optional(),
  ...page,
});
export type TransactionalQuery = z.infer<typeof transactionalQuery>;
export const transactionalPage = z.object({ items: z.array(transactionalMail), next: z.string().nullable() });
export type TransactionalPage = z.infer<typeof transactionalPage>;

export const suppressionCauses = ["bounced", "complained", "asked", "other"] as const;
export type SuppressionCause = (typeof suppressionCauses)[number];

export const kindSuppression = z
  .object({
    id: z.string(),
    email: z.string(),
    kind: z.string().meta({ description: 'A kind of mails, or "*" for each' }),
    cause: z.enum(suppressionCauses),
    createdAt: timeMs,
  })
  .meta({ id: "KindSuppression" });
export type KindSuppression = z.infer<typeof kindSuppression>;
const suppressedKind = z.union([kind, z.literal(everyKind)], { error: issueText("kind_invalid") });
export const kindSuppressionInput = z.object({
  email: emailAddress(issueText("email_invalid")),
  kind: suppressedKind.default(everyKind),
  cause: z.enum(suppressionCauses).default("other"),
});
export const kindSuppressionQuery = z.object({
  ...listOrder,
  kind: suppressedKind.optional(),
  email: emailAddress(issueText("email_invalid")).optional(),
  ...page,
});
export type KindSuppressionQuery = z.infer<typeof kindSuppressionQuery>;
export const kindSuppressionPage = z.object({
  items: z.array(kindSuppression),
  next: z.string().nullable(),
  returned: z.object({ at: timeMs, words: z.string() }).nullable().optional().meta({
    description:
      "Where an email is asked for: since when nothing is sent to it as mails to it came back, and what its server said; else null",
  }),
});
