import { z } from "zod";
import { campaignLimits } from "../limits/campaigns.ts";
import { sendLimits } from "../limits/sending.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { credentialTypes } from "../sending/credentialTypes.ts";
import { mailPlace, previewLine } from "./campaignMail.ts";
import { campaignKinds, planStates } from "./campaignPlan.ts";
import { cause, filledText, id, longList, notBlank, plainText, skippedLead, timeMs } from "./fields.ts";
import { leadReference, plainReference } from "./lead.ts";
import { leadMatching, meantCollection } from "./leadMatching.ts";
import { listOrder, numberOfUrl, pageSize } from "./lists.ts";
import { htmlOr } from "./template.ts";

export const deliveryStates = [
  "queued",
  "sending",
  "deferred",
  "sent",
  "failed",
  "uncertain",
  "skipped",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** What a recipient can do with a mail, as far as it is counted. */
export const reactions = ["opened", "clicked", "replied", "complained"] as const;
export type Reaction = (typeof reactions)[number];

/** How a part of a campaign stands, which is all that whoever sends knows of it; the whole has more, see `planStates`. */
export const campaignStates = ["running", "paused", "cancelled", "finished"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Whether a person paused it, the account that it goes out through rests or stopped, or it waits for the better variant. */
export type PausedBy = "person" | "account" | "test";

const count = z.number().int();
const counts = z
  .object({
    queued: count,
    sending: count,
    deferred: count,
    sent: count,
    failed: count,
    uncertain: count,
    skipped: count,
  })
  .meta({ id: "Counts" });
export type Counts = z.infer<typeof counts>;

export const campaign = z
  .object({
    _id: z.string(),
    name: z.string(),
    kind: z.enum(campaignKinds),
    /** Of its first mail; empty while nothing is written. */
    subject: z.string(),
    /** The first of its accounts; empty while none is chosen. */
    from: z.string(),
    provider: z.string(),
    accounts: z.array(
      z.object({
        credentialId: z.string(),
        from: z.string(),
        held: z.object({ mails: count, waiting: z.string(), cause }).nullable().meta({
          description:
            "How many mails of this account wait for a person, and why; null where it goes on. Others of several may send meanwhile",
        }),
      }),
    ),
    /** Whom it is for, in short; null where that was not composed, and all of it is in its plan. */
    audience: z
      .object({
        everyone: z.boolean(),
        /** Ids of the first few. */
        collections: z.array(z.string()),
        segments: z.array(z.string()),
        /** How many further ones of these there are. */
        more: count,
        /** Whether leads are named one by one. */
        picked: z.boolean(),
        after: z.enum(["opened", "clicked"]).nullable(),
      })
      .nullable(),
    /** How many mails one after the other. */
    steps: count,
    state: z.enum(planStates),
    /** As it was composed; see `CampaignPlan`. */
    version: z.number().int(),
    /** Why nothing is going out just now, or what keeps a planned one from starting as things are, in words, or null. */
    waiting: z.string().nullable(),
    waitingCause: cause.nullable(),
    /** When the next mail may go, or null when it is unknown or nothing waits. */
    nextAt: timeMs.nullable(),
    doneAt: timeMs.nullable().optional().meta({
      description:
        "About when the last mail has gone, by its accounts' limits and its hours; null where these do not slow it down or nobody can tell. Told of a campaign that is asked for by itself",
    }),
    total: count.meta({
      description: "Rows of the ledger, the skipped ones too: the sum of all counts",
    }),
    recipients: count.meta({
      description:
        "How many are mailed: the total without the skipped, or, once it was cancelled, as many as had been accepted. The same as total in the progress that comes by socket",
    }),
    counts,
    trackOpens: z.boolean(),
    trackClicks: z.boolean(),
    /** How many recipients opened the mail, and below how many followed a link of it; people only. */
    opened: count,
    /** Mails that a machine looked into: Apple's proxy and scanners do, whether anybody reads or not. */
    machineOpened: count,
    clicked: count,
    /** How many answered the mail, or complained of it, as far as the accounts' mailboxes are read. */
    replied: count,
    complained: count,
    createdAt: timeMs,
    /** Who made it, by name; null where that is not known. */
    createdBy: z.string().nullable(),
    /** When it starts at a moment that was planned, or when it started. */
    startAt: timeMs.nullable(),
    /** Until when its start can be taken back. */
    holdUntil: timeMs.nullable(),
    finishedAt: timeMs.nullable(),
    archivedAt: timeMs.nullable(),
  })
  .meta({ id: "Campaign" });
export type Campaign = z.infer<typeof campaign>;

const campaignSorts = ["createdAt", "name", "state", "sent", "opened", "clicked", "total"] as const;
export type CampaignSort = (typeof campaignSorts)[number];
const flag = z.enum(["true", "false"]).transform((word) => word === "true");

export const campaignQuery = z.object({
  /** A part of its name or of a subject. */
  search: z.string().max(textLimits.searchMax).optional(),
  state: z.enum(planStates).optional(),
  archived: flag.optional(),
  sort: z.enum(campaignSorts).optional(),
  ...listOrder,
  /** Another way to say the order. */
  desc: flag.optional(),
  page: numberOfUrl({ min: 1, max: campaignLimits.perWorkspace }).optional(),
  pageSize: numberOfUrl({ min: 1, max: campaignLimits.pageMax }).optional(),
});
export type CampaignQuery = z.infer<typeof campaignQuery>;

/** What one account sends of one mail of a campaign. */
export const campaignPart = z
  .object({
    _id: z.string(),
    step: count,
    stepId: z.string().nullable(),
    /** Null for those who wait for the better variant. */
    variantId: z.string().nullable(),
    /** Of the leads, where mails go by their own zone. */
    zone: z.string().nullable(),
    credentialId: z.string(),
    from: z.string(),
    subject: z.string(),
    state: z.enum(campaignStates),
    waiting: z.string().nullable(),
    waitingCause: cause.nullable(),
    nextAt: timeMs.nullable(),
    counts,
    opened: count,
    clicked: count,
    machineOpened: count,
    replied: count,
    complained: count,
    total: count,
  })
  .meta({ id: "CampaignPart" });
export type CampaignPart = z.infer<typeof campaignPart>;

export const delivery = z
  .object({
    _id: z.string(),
    leadId: z.string().nullable(),
    email: z.string(),
    step: count,
    variantId: z.string().nullable(),
    credentialId: z.string(),
    state: z.enum(deliveryStates),
    /** The server's reply, or why it was skipped, failed or left uncertain, in words. */
    reason: z.string().nullable(),
    cause: cause.nullable(),
    attempts: z.number().int(),
    dueAt: timeMs.nullable(),
    triedAt: timeMs.nullable().meta({ description: "When it was first tried; null before that" }),
    sentAt: timeMs.nullable(),
    openedAt: timeMs.nullable(),
    clickedAt: timeMs.nullable(),
    /** When it was first answered, or complained of, as far as the account's mailbox is read. */
    repliedAt: timeMs.nullable(),
    complainedAt: timeMs.nullable(),
  })
  .meta({ id: "Delivery" });
export type Delivery = z.infer<typeof delivery>;

const fill = issueText("fields_missing");
const subjectTooLong = issueText("subject_too_long", { max: textLimits.subjectMax });
/** What a send needs at the least, in the document's words: content, and somebody to send it to. */
export const namedContent = [
  { required: ["html"], properties: { html: { type: "string", ...notBlank } } },
  { required: ["templateId"] },
];
export const namedAudience = [
  { required: ["leads"], properties: { leads: { type: "array", minItems: 1 } } },
  { required: ["collection"] },
  { required: ["matching"] },
];

/** Whom a send is for: leads by name, a collection (or "all"), or everybody that a query finds. */
export const audienceFields = {
  leads: longList(leadReference, {
    max: sendLimits.leadsMax,
    error: issueText("leads_not_list"),
    plain: plainReference,
  }).optional(),
  collection: meantCollection.optional(),
  matching: leadMatching.optional(),
};

/** Which account a mail goes from. The name alone will do, unless it is that of several accounts. */
export const senderFields = {
  from: z
    .string()
    .max(textLimits.aliasMax * 2)
    .optional()
    .meta({
      description:
        'A sending account: "alias;email", the e-mail alone, or its `alias` or `sender` as answered',
    }),
  /** A blank one is manual, as all are but those that a visit to a provider connected (specification, section 3). */
  type: z
    .enum([...credentialTypes, ""], {
      error: issueText("sender_type_unknown", { choices: credentialTypes }),
    })
    .nullable()
    .transform((type) => type || "manual")
    .optional(),
  /** The account's id; where `from` or `type` is given too, they have to be of that account. */
  credentialId: id.optional(),
};
export type SenderFields = z.infer<z.ZodObject<typeof senderFields>>;

/**
 * POST /email/send. `leads` names the recipients; `collection` (or "all") or `matching` may name them instead.
 * `html` may be left out where `templateId` names a template of one's own or a public one.
 */
export const sendInput = z
  .object(
    {
      subject: filledText(textLimits.subjectMax, fill, subjectTooLong),
      html: htmlOr(fill).optional(),
      templateId: id.optional(),
      ...audienceFields,
      ...senderFields,
      from: z
        .string({ error: fill })
        .trim()
        .min(1, { error: fill })
        .max(textLimits.aliasMax * 2),
      /** Whether opens and clicks are counted; as the sender has chosen for all sends where it is left out. */
      trackOpens: z.boolean().optional(),
      trackClicks: z.boolean().optional(),
      /** So long it is held back, and can be undone; where it is left out it begins at once. */
      undoSeconds: z.number().int().min(1).max(campaignLimits.holdMaxSeconds).optional(),
    },
    { error: fill },
  )
  .refine((input) => Boolean(input.html?.trim()) || input.templateId !== undefined, {
    error: fill,
    path: ["html"],
  })
  .meta({ allOf: [{ anyOf: namedContent }, { anyOf: namedAudience }] });
export type SendInput = z.infer<typeof sendInput>;

export const sendAnswer = z
  .object({
    message: z.string(),
    campaignId: z.string(),
    accepted: z.number().int(),
    skipped: z.array(skippedLead),
    /** Until when it can be undone, where that was asked for. */
    holdUntil: timeMs.optional(),
  })
  .meta({ id: "SendAnswer" });

const choose = issueText("template_not_chosen");
export const testInput = z
  .object(
    {
      html: htmlOr(choose).optional(),
      subject: plainText(textLimits.subjectMax, undefined, subjectTooLong).optional(),
      preview: previewLine.optional(),
      ...senderFields,
      templateId: id.optional(),
      leadId: id.optional(),
      /** An account whose address gets it; without one it goes to one's own. */
      to: id.optional(),
    },
    { error: choose },
  )
  .refine((input) => Boolean(input.html?.trim()) || input.templateId !== undefined, {
    error: choose,
    path: ["html"],
  })
  .meta({ anyOf: namedContent });
export type TestInput = z.infer<typeof testInput>;

/** A step by its place, from 0 on. */
export const stepNumber = numberOfUrl({ min: 0, max: campaignLimits.stepsMax });

export const deliveryQuery = z.object({
  ...listOrder,
  state: z.enum(deliveryStates).optional(),
  /** Only those who opened the mail, followed a link of it, answered it or complained of it. */
  reaction: z.enum(reactions).optional(),
  step: stepNumber.optional(),
  variantId: mailPlace.shape.variantId.optional(),
  /** A part of an address. */
  search: z.string().max(textLimits.searchMax).optional(),
  /** Those of one cause, by its code. */
  code: z.string().max(textLimits.idMax).optional(),
  after: z.string().max(textLimits.idMax).optional(),
  pageSize: pageSize.optional(),
});

export const deliveryPage = z
  .object({ items: z.array(delivery), next: z.string().nullable() })
  .meta({ id: "DeliveryPage" });

/** The account that sends the rest; of a campaign with several, the rest of one of them with `from`. */
export const moveInput = z.object({ credentialId: id, from: id.optional() });

/**
 * Which deliveries a person wants tried again; `uncertain` may reach somebody twice, so it is never implied. What it does not
 * know is refused, as in each call that means all of something unless it is told which.
 */
export const retryInput = z.strictObject({
  states: z.array(z.enum(["failed", "uncertain"])).min(1),
  /** Only those of one cause, by its code. */
  code: z.string().max(textLimits.idMax).regex(/^\w+$/).optional(),
});
export const retryAnswer = z.object({ message: z.string(), retried: z.number().int() });
