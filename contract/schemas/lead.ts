import { z } from "zod";
import { withoutControlCharacters } from "../controlCharacters.ts";
import { readConsentValue } from "../imports/consent.ts";
import { deniesOptin, namesOptin } from "../imports/optin.ts";
import { namesOptout, namesStatus, readOptoutValue } from "../imports/optout.ts";
import { saysUnmailed } from "../imports/statusWords.ts";
import { joinedAccents } from "../joinedAccents.ts";
import { consentHows, consents } from "../leads/consent.ts";
import { plainCollectionName } from "../leads/plainCollectionName.ts";
import { leadLimits } from "../limits/leads.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import {
  cause,
  emailAddress,
  explained,
  filledText,
  id,
  plainPattern,
  plainText,
  timeMs,
  wasRead,
} from "./fields.ts";
import { fieldValues, givenFields } from "./leadFields.ts";

const nameTooLong = issueText("name_too_long", { max: textLimits.leadNameMax });
const required = (missing: string) => filledText(textLimits.leadNameMax, missing, nameTooLong);

const reservedNames = new Set(["all", "default"]);
const isReserved = (name: string) => reservedNames.has(plainCollectionName(name));

/** "recipient" unsubscribed by a link in a mail; "owner" set the opt-out by hand and may lift it again. */
export type SuppressionSource = "recipient" | "owner";

/** A collection's name, trimmed and lowercased; "all" and "default" are the product's own. */
export const collectionName = filledText(
  textLimits.collectionNameMax,
  issueText("collection_name_missing"),
  issueText("collection_name_too_long", { max: textLimits.collectionNameMax }),
)
  .transform((name) => name.toLowerCase())
  .refine((name) => plainCollectionName(name) !== "", { error: issueText("collection_name_missing") })
  .refine((name) => !isReserved(name), { error: issueText("collection_reserved") })
  .meta({ not: { pattern: "^\\s*([Aa][Ll][Ll]|[Dd][Ee][Ff][Aa][Uu][Ll][Tt])\\s*$" } });

/** The names' own rules are held further below, where "all" has been dropped. */
const carriedName = z.string().meta({ maxLength: textLimits.collectionNameMax, pattern: plainPattern });

/** Names as a lead carries them. "all" means no collection in particular, so it is dropped, not refused. */
const collectionNames = z
  .union([carriedName, z.array(carriedName).meta({ maxItems: leadLimits.collectionsPerLead })], {
    error: issueText("collections_not_names"),
  })
  .nullish()
  .transform((value) => (typeof value === "string" ? [value] : (value ?? [])))
  .transform((names) => [
    ...new Set(
      names
        .map((name) => joinedAccents(name.trim(), textLimits.collectionNameMax).toLowerCase())
        .filter((name) => plainCollectionName(name) && !isReserved(name)),
    ),
  ])
  .pipe(z.array(collectionName).max(leadLimits.collectionsPerLead));

export const lead = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    collection: z.array(z.string()),
    optout: z.boolean(),
    emailCount: z.number().int(),
    openedCount: z.number().int(),
    createdAt: timeMs,
    /** The workspace's own fields by key; those without a value are not there. */
    fields: fieldValues,
    /** Whether it agreed to being counted, since when and which way; not there while nothing was ever said of it. */
    consent: z.enum(consents).optional(),
    consentAt: timeMs.nullable().optional(),
    consentHow: z.enum(consentHows).nullable().optional(),
  })
  .meta({ id: "Lead" });
export type Lead = z.infer<typeof lead>;

const fillAll = issueText("fields_missing");

const leadShape = {
  firstName: required(fillAll),
  lastName: required(fillAll),
  email: emailAddress(issueText("address_needed")),
  phone: z
    .union([z.string(), z.number()], { error: issueText("phone_not_text") })
    .nullish()
    .transform((phone) => String(phone ?? ""))
    .pipe(
      plainText(
        textLimits.phoneMax,
        undefined,
        issueText("phone_number_too_long", { max: textLimits.phoneMax }),
      ),
    ),
  collection: collectionNames,
  optout: z.boolean().optional(),
  fields: givenFields,
  consent: z.enum(consents, { error: issueText("consent_unknown", { choices: consents }) }).optional(),
};

/** Add Lead: first name, last name and e-mail; anything else that is sent (ids, owners, counters) is ignored. */
export const leadInput = z.object(leadShape, { error: fillAll });
export type LeadInput = z.infer<typeof leadInput>;

/** A change. A sheet's lead may lack a last name, and can be changed without one; whoever has one keeps one. */
export const leadChange = z.object(
  {
    ...leadShape,
    lastName: plainText(textLimits.leadNameMax, fillAll, nameTooLong),
    was: wasRead(
      lead
        .pick({ firstName: true, lastName: true, email: true, phone: true, optout: true })
        // A field without a value is null.
        .extend({ fields: givenFields })
        .partial()
        .meta({ id: "LeadAsRead" }),
    ),
  },
  { error: fillAll },
);
export type LeadChange = z.infer<typeof leadChange>;

/** Programs send numbers and null in their rows as well: a number is its digits, null is no phone. */
const phoneNumber = z
  .union([z.string(), z.number()], { error: issueText("phone_not_text") })
  .nullish()
  .transform((phone) => withoutControlCharacters(String(phone ?? "")))
  .pipe(plainText(textLimits.phoneMax, issueText("phone_too_long")));

/**
 * Whether a row opts somebody out: a boolean, or what a sheet's cell may say. A row of which it cannot be told is
 * rejected, for whoever is added without a word of it would be mailed.
 */
const optoutWord = z
  .unknown()
  .transform((value, context) => {
    const said = (Array.isArray(value) ? value : [value]).map(readOptoutValue);
    if (said.includes("yes")) return true;
    if (said.includes("unread")) context.addIssue({ code: "custom", message: issueText("optout_unclear") });
    return false;
  })
  .optional();

/** Whether a row's lead agreed to being counted: granted, denied, or what a sheet's cell may say; a blank says nothing. */
const consentWord = z
  .unknown()
  .transform((value, context) => {
    const said = readConsentValue(value);
    if (said === "unread") context.addIssue({ code: "custom", message: issueText("consent_unclear") });
    return said === "granted" || said === "denied" ? said : null;
  })
  .optional();

/** Rows as a sheet has them may call it "unsubscribed" or "Opt-out": every such key counts, so does a no to "Newsletter", and a "Status" of whoever is mailed no more. */
function gatherOptouts(row: unknown): unknown {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return row;
  const others = Object.entries(row).filter(([key]) => !leadKeys.has(key));
  const said = others.filter(([key]) => namesOptout(key)).map(([, value]) => value);
  const isOut = ([key, value]: [string, unknown]) =>
    (deniesOptin(value) && namesOptin(key)) ||
    (typeof value === "string" && namesStatus(key) && saysUnmailed(value));
  if (others.some(isOut)) said.push(true);
  return said.length === 0
    ? row
    : { ...row, optout: ["optout" in row ? row.optout : undefined, ...said].flat() };
}

const leadKeys = new Set(["firstName", "lastName", "email", "phone", "collection", "optout", "fields"]);

/** Nobody looks at each row before it is imported, so what cannot be in a name is left out, and the lead is not. */
const cleaned = (value: unknown) => (typeof value === "string" ? withoutControlCharacters(value) : value);

/** One row of a bulk import. A sheet's leads may lack a last name. */
export const leadRow = z.preprocess(
  gatherOptouts,
  z.object(
    {
      firstName: z.preprocess(cleaned, required(issueText("first_name_missing"))),
      lastName: z
        .string({ error: issueText("last_name_not_text") })
        .nullish()
        .transform((name) => withoutControlCharacters(name ?? ""))
        .pipe(plainText(textLimits.leadNameMax, issueText("last_name_too_long"))),
      email: emailAddress(issueText("email_invalid")),
      phone: phoneNumber,
      collection: collectionNames,
      optout: optoutWord,
      fields: givenFields,
      consent: consentWord,
    },
    { error: issueText("row_not_object") },
  ),
);

/** What a row that is no lead may still say: whose address it has, and that they opted out. */
export const leavingRow = z.preprocess(
  gatherOptouts,
  z.object({ email: emailAddress(issueText("email_invalid")), optout: optoutWord }),
);

/** Rows are checked one by one by `leadRow`, so that one bad row never costs the good ones. */
export const bulkInput = z.object(
  {
    leads: z
      .array(z.unknown(), { error: issueText("leads_not_rows") })
      .min(1, { error: issueText("no_leads_in_file") })
      .max(leadLimits.bulkMax, { error: issueText("leads_too_many", { max: leadLimits.bulkMax }) })
      .meta({
        description:
          "Rows: objects with `firstName` and `email`, and as wanted `lastName`, `phone`, `collection` (names), `optout`, `consent`, `status` (one that says that somebody is mailed no more, such as unsubscribed or bounced, is an opt-out) and `fields` (values by their keys). One that is none is rejected by itself, and costs the others nothing",
      }),
  },
  { error: issueText("leads_not_rows") },
);

/** `rows` asks what became of each row as well. */
export const bulkQuery = z.object({ answer: z.literal("rows").optional() });

/** What can become of one of many: "repeated" is one that is meant by an earlier row too, which counts. */
const rowOutcomes = ["added", "changed", "unchanged", "repeated", "refused"] as const;

const rowAnswer = z
  .object({
    index: z.number().int().meta({ description: "Where it stands in the list that was sent, from 0 on" }),
    outcome: z.enum(rowOutcomes),
    _id: z.string().nullable().meta({ description: "Of the lead or the mail; null where there is none" }),
    first: z
      .number()
      .int()
      .optional()
      .meta({ description: "Of a repeated row: where the one stands that counts" }),
    field: z
      .string()
      .optional()
      .meta({ description: "Of a refused row: what to mend, where it is one field" }),
    reason: z.string().optional(),
    cause: cause.optional(),
  })
  .meta({ id: "BulkRow" });
export type RowAnswer = z.infer<typeof rowAnswer>;
export const rowAnswers = z
  .array(rowAnswer)
  .optional()
  .meta({ description: "What became of each row, in their order, where it was asked for" });

export const bulkAnswer = z
  .object({
    added: z.number().int(),
    updated: z.number().int(),
    skipped: z.number().int(),
    rejected: z.array(z.object({ row: z.number().int(), ...explained })),
    /** Addresses of rejected rows that opted out: nobody mails them, be they leads already or later. */
    rejectedOptouts: z.number().int(),
    rows: rowAnswers,
  })
  .meta({ id: "BulkAnswer" });
export type BulkAnswer = z.infer<typeof bulkAnswer>;

export const collection = z
  .object({ _id: z.string(), name: z.string(), count: z.number().int() })
  .meta({ id: "Collection" });
export type Collection = z.infer<typeof collection>;

export const collectionInput = z.object(
  { name: collectionName },
  { error: issueText("collection_name_missing") },
);

/** How a send names its leads: whole objects, ids or addresses; only the id or the address is believed. */
export const leadReference = z.union(
  [
    z.string().min(1).max(textLimits.emailMax),
    z
      .object({ _id: id.optional(), email: z.string().max(textLimits.emailMax).optional() })
      .refine(({ _id, email }) => Boolean(_id || email))
      .meta({ anyOf: [{ required: ["_id"] }, { required: ["email"] }] }),
  ],
  { error: issueText("lead_reference_invalid") },
);
export type LeadReference = z.infer<typeof leadReference>;

/** What `leadReference` makes of nearly all that is sent; undefined where only that can tell. */
export function plainReference(value: unknown): LeadReference | undefined {
  if (typeof value === "string") return isWithin(value, textLimits.emailMax) ? value : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { _id, email } = value as { _id?: unknown; email?: unknown };
  if (!isWithin(_id, textLimits.idMax)) return undefined;
  if (email === undefined) return { _id };
  return isWithin(email, textLimits.emailMax) ? { _id, email } : undefined;
}

function isWithin(text: unknown, max: number): text is string {
  return typeof text === "string" && text.length >= 1 && text.length <= max;
}
