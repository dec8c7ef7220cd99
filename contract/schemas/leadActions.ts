import { z } from "zod";
import { consents } from "../leads/consent.ts";
import { leadLimits } from "../limits/leads.ts";
import { issueText } from "../reasons.ts";
import { deliveryStates } from "./campaign.ts";
import { cause, id, timeMs } from "./fields.ts";
import { collectionName, rowAnswers } from "./lead.ts";
import { leadMatching } from "./leadMatching.ts";
import { listOrder, numberOfUrl, pageSize } from "./lists.ts";

/** The leads that are meant: listed one by one, or everything that a query finds; never everybody by leaving it out. */
const leadChoice = z.union(
  [
    z.strictObject({ ids: z.array(id).min(1).max(leadLimits.bulkMax) }),
    z.strictObject({ matching: leadMatching }),
  ],
  { error: issueText("lead_choice_invalid") },
);
export type LeadChoice = z.infer<typeof leadChoice>;

const of = {
  which: leadChoice,
  /** Where everything that matches is meant: at most so many in this call. The answer says where the next one begins. */
  countMax: z.number().int().min(1).max(leadLimits.bulkMax).optional(),
  /** What the answer before said as `next`. */
  beyond: id.optional(),
};

/** What is done to many leads at once. */
export const leadAction = z.discriminatedUnion(
  "action",
  [
    z.object({ action: z.literal("addTo"), collection: collectionName, ...of }),
    z.object({ action: z.literal("removeFrom"), collection: collectionName, ...of }),
    z.object({ action: z.literal("optOut"), ...of }),
    z.object({
      action: z.literal("setConsent"),
      consent: z.enum(consents, { error: issueText("consent_unknown", { choices: consents }) }),
      ...of,
    }),
    z.object({
      action: z.literal("delete"),
      ...of,
      /** Of a call before, so that all of them are undone as one; or a new one, known even if the answer is lost. */
      deletionId: id.optional(),
    }),
  ],
  { error: issueText("lead_action_unknown") },
);
export type LeadAction = z.infer<typeof leadAction>;

export const leadActionAnswer = z
  .object({
    /** Leads that it changed anything for. */
    count: z.number().int(),
    /** Names a deletion for as long as it can be undone. */
    deletionId: z.string().nullable(),
    /** Where the next call goes on, if `countMax` left some for it. */
    next: z.string().optional(),
    rows: rowAnswers,
  })
  .meta({ id: "LeadActionAnswer" });
export type LeadActionAnswer = z.infer<typeof leadActionAnswer>;

export const restored = z.object({
  restored: z.number().int(),
  /** Leads whose address has been added again meanwhile: the newer lead stays. Told by the call without `more`. */
  replaced: z.number().int(),
  /** Whether `countMax` left some for another call, or the plan had no room for them: then that call says so. */
  more: z.literal(true).optional(),
});

export const undoQuery = z.object({
  /** At most so many in this call. */
  countMax: numberOfUrl({ min: 1, max: leadLimits.bulkMax }).optional(),
});

export const exportFormats = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const leadExport = z.object(
  { which: leadChoice, format: z.enum(exportFormats, { error: issueText("export_format_unknown") }) },
  { error: issueText("lead_choice_invalid") },
);

/** A link of a mail that its recipient followed, or that a machine did in their place (contract/machines.ts). */
const followedLink = z
  .object({
    url: z.string(),
    /** By a person; null while only machines came. */
    firstAt: timeMs.nullable(),
    lastAt: timeMs.nullable(),
    clicks: z.number().int(),
    machineClicks: z.number().int(),
  })
  .meta({ id: "FollowedLink" });
export type FollowedLink = z.infer<typeof followedLink>;

export const historyQuery = z.object({
  ...listOrder,
  /** The campaign of the last mail of the page before. */
  before: id.optional(),
  pageSize: pageSize.optional(),
});

/** One mail to a lead, as its campaign's ledger has it. */
export const leadMail = z
  .object({
    campaignId: z.string(),
    subject: z.string(),
    state: z.enum(deliveryStates),
    reason: z.string().nullable(),
    cause: cause.nullable(),
    acceptedAt: timeMs,
    sentAt: timeMs.nullable(),
    openedAt: timeMs.nullable(),
    clickedAt: timeMs.nullable(),
    repliedAt: timeMs.nullable(),
    complainedAt: timeMs.nullable(),
    /** The links that were followed, in the order of the mail. */
    links: z.array(followedLink),
  })
  .meta({ id: "LeadMail" });
export type LeadMail = z.infer<typeof leadMail>;

export const mergeInput = z.object({ into: id }, { error: issueText("collection_target_missing") });
