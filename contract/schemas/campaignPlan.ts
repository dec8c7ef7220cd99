import { z } from "zod";
import { winnerRules } from "../campaigns/usualTest.ts";
import { campaignLimits } from "../limits/campaigns.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { isZone } from "../segments/days.ts";
import { explained, givenId, id, plainText, timeMs } from "./fields.ts";
import { rowAnswers } from "./lead.ts";

/** One mail to everybody, or several with time between them. */
export const campaignKinds = ["once", "sequence"] as const;
export type CampaignKind = (typeof campaignKinds)[number];

/**
 * Where a campaign stands: written; waiting for its moment; held back for the seconds in which it can be undone; its
 * ledger being written; and then as its mails are.
 */
export const planStates = [
  "draft",
  "scheduled",
  "holding",
  "starting",
  "running",
  "paused",
  "cancelled",
  "finished",
] as const;
export type PlanState = (typeof planStates)[number];

/** How many campaigns a workspace has in each state, and how many in its archive, which are in none. */
export const campaignsCount = z
  .object({ states: z.record(z.enum(planStates), z.number().int()), archived: z.number().int() })
  .meta({ id: "CampaignsCount" });
export type CampaignsCount = z.infer<typeof campaignsCount>;

/**
 * What is kept of it: a send that was not composed is `preparing` until it is accepted, and of one that has begun the
 * mails say the rest.
 */
export type StoredPlanState = Exclude<PlanState, "running" | "paused"> | "preparing" | "started";

const clockPattern = "([01]\\d|2[0-3]):[0-5]\\d";
const clockTime = z
  .string({ error: issueText("time_of_day_invalid") })
  .regex(new RegExp(`^${clockPattern}$`), { error: issueText("time_of_day_invalid") });

/** A day that the calendar has, and a time that a clock shows: 2026-11-24T09:00. */
export const wallTime = new RegExp(z.regexes.date.source.replace(/\$$/, `T${clockPattern}$`));

/** The end of a day is 24:00, so that a window may be of whole days. */
const closingTime = z.union([clockTime, z.literal("24:00")], { error: issueText("time_of_day_invalid") });

/** Days of the week from 1, a Monday, to 7 (ISO 8601), and the hours of each in which mails go: until just before `to`. */
export const sendWindow = z
  .object({
    days: z
      .array(z.number().int().min(1).max(7))
      .min(1, { error: issueText("window_days_missing") })
      .max(7),
    from: clockTime,
    to: closingTime,
  })
  .refine(({ from, to }) => from < to, { error: issueText("window_ends_early"), path: ["to"] })
  .meta({ id: "SendWindow" });
export type SendWindow = z.infer<typeof sendWindow>;

/** An IANA zone, such as Europe/Berlin. */
export const zoneName = z
  .string({ error: issueText("zone_unknown") })
  .max(textLimits.idMax, { error: issueText("zone_unknown") })
  .refine(isZone, { error: issueText("zone_unknown") })
  .meta({ examples: ["UTC", "Europe/Vienna", "America/New_York"] });

/** For whom a step is, of those who had the one before it. */
export const stepCondition = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("always") }),
  z.object({ kind: z.literal("notOpened") }),
  z.object({ kind: z.literal("notClicked") }),
  /** Who followed this link; any, where it is null. */
  z.object({ kind: z.literal("clicked"), link: z.string().max(2_048).nullable() }),
]);
export type StepCondition = z.infer<typeof stepCondition>;

const stepVariant = z.object({
  id: givenId,
  /** How many in a hundred of the audience it is tried with. */
  share: z.number().int().min(campaignLimits.shareMin).max(100),
});

export const campaignStep = z
  .object({
    id: givenId,
    /** After the step before it, or the start. */
    delayMinutes: z.number().int().min(0).max(campaignLimits.delayMaxMinutes),
    condition: stepCondition,
    /** As an answer to the mail before it (In-Reply-To, References, "Re:"). */
    sameThread: z.boolean(),
    variants: z.array(stepVariant).min(1).max(campaignLimits.variantsMax),
    /** How the better variant is found, and after how long; null with a single one. */
    test: z
      .object({
        by: z.enum(winnerRules),
        afterMinutes: z.number().int().min(1).max(campaignLimits.testMaxMinutes),
        /** The variant that the rest gets, once that is decided. */
        winner: givenId.nullable().optional(),
      })
      .nullable(),
  })
  .meta({ id: "CampaignStep" });
export type CampaignStep = z.infer<typeof campaignStep>;

const ids = (max: number = campaignLimits.namedMax) => z.array(id).max(max);

export const planAudience = z
  .object({
    everyone: z.boolean(),
    collections: ids(),
    segments: ids(),
    /** Leads picked one by one. */
    leads: ids(campaignLimits.pickedMax),
    /** Of those who got this campaign, the ones who did not open it, or follow a link; null without. */
    after: z
      .object({ campaignId: id, unless: z.enum(["opened", "clicked"]) })
      .nullable()
      .default(null),
    not: z.object({
      collections: ids(),
      segments: ids(),
      /** Whoever got one of these campaigns. */
      campaigns: ids(),
      /** Whoever had any mail in the last so many days. */
      mailedWithinDays: z.number().int().min(1).max(campaignLimits.mailedWithinDaysMax).nullable(),
    }),
    /** A sequence goes on taking in whoever joins, until it is stopped. */
    joinLater: z.boolean(),
  })
  .meta({ id: "CampaignAudience" });
export type PlanAudience = z.infer<typeof planAudience>;

/** What ends a sequence for a lead; an opt-out and a suppression always do. */
export const stopRules = z.object({
  onClick: z.boolean(),
  /** Where the account's mailbox may be read. */
  onReply: z.boolean(),
  /** When the lead is in none of the collections that it came by. */
  onLeaving: z.boolean(),
  /** When this custom field has a value. */
  onField: id.nullable(),
});
export type StopRules = z.infer<typeof stopRules>;

const planShape = {
  name: plainText(
    campaignLimits.nameMax,
    undefined,
    issueText("campaign_name_too_long", { max: campaignLimits.nameMax }),
  ),
  kind: z.enum(campaignKinds),
  audience: planAudience,
  steps: z.array(campaignStep).min(1).max(campaignLimits.stepsMax),
  /** Of a sequence that has begun, the steps as somebody is changing them: they hold once they are saved as `steps`. */
  nextSteps: z.array(campaignStep).min(1).max(campaignLimits.stepsMax).nullable().optional(),
  /** Ids of sending accounts. A lead stays with its account through all steps. */
  accounts: ids(campaignLimits.accountsMax),
  /** What one account cannot send today waits, or goes from another. */
  whenFull: z.enum(["wait", "other"]),
  /** Null: at any time. */
  window: sendWindow.nullable(),
  zone: zoneName,
  /** The custom field with each lead's own zone; `zone` is for those without one. */
  zoneField: id.nullable(),
  /** Evenly over the window, or as fast as the limits allow. */
  spread: z.enum(["fast", "even"]),
  /** The wall clock's time in `zone`, as 2026-11-24T09:00; null is at once. */
  startAt: z
    .string()
    .regex(wallTime, { error: issueText("moment_invalid") })
    .nullable(),
  holdSeconds: z.number().int().min(0).max(campaignLimits.holdMaxSeconds),
  /** Null: as the workspace has chosen. */
  trackOpens: z.boolean().nullable(),
  trackClicks: z.boolean().nullable(),
  stop: stopRules,
};

/** What is left out stays as it was. `version` is the one that was read: another's change in between is not lost. */
export const planChange = z.object({ version: z.number().int().min(0), ...planShape }).partial({
  ...(Object.fromEntries(Object.keys(planShape).map((key) => [key, true])) as KeysOf<typeof planShape>),
});
type KeysOf<T> = { [Key in keyof T]: true };
export type PlanChange = z.infer<typeof planChange>;

/** A campaign as it is composed, whatever its state. */
export const campaignPlan = z
  .object({
    _id: z.string(),
    state: z.enum(planStates),
    version: z.number().int(),
    ...planShape,
    /** The instant that `startAt` is, once it was planned. */
    dueAt: timeMs.nullable(),
    /** Until when its start can be taken back. */
    holdUntil: timeMs.nullable(),
    /** What each variant says, without the content; see `CampaignMail`. */
    mails: z.array(
      z.object({
        variantId: z.string(),
        subject: z.string(),
        preview: z.string(),
        templateId: z.string().nullable(),
        /** Bytes of its HTML; 0 where nothing is written yet. */
        bytes: z.number().int(),
        version: z.number().int(),
        updatedAt: timeMs,
      }),
    ),
    createdAt: timeMs,
    updatedAt: timeMs,
  })
  .meta({ id: "CampaignPlan" });
export type CampaignPlan = z.infer<typeof campaignPlan>;
export type PlanContent = Pick<CampaignPlan, keyof typeof planShape>;

/** Whom a campaign reaches, and everybody whom it does not, by why. */
export const audienceCount = z
  .object({
    total: z.number().int(),
    recipients: z.number().int(),
    /** `excludedId` is the collection, segment or campaign whose people are left out, where it is one's own exclusion. */
    left: z.array(z.object({ ...explained, count: z.number().int(), excludedId: z.string().optional() })),
    /** Names that the audience has and that are no more: deleted collections, broken segments. */
    broken: z.array(z.object(explained)),
  })
  .meta({ id: "AudienceCount" });
export type AudienceCount = z.infer<typeof audienceCount>;

/** Those who are left out for one reason, a page at a time. */
export const leftOutInput = z.object({
  audience: planAudience,
  code: z.string().max(textLimits.idMax),
  /** Of several exclusions of one kind the one that is meant; without it those of all of them. */
  excludedId: id.optional(),
  after: id.optional(),
  pageSize: z.number().int().min(1).max(campaignLimits.pageMax).optional(),
});
export type LeftOutInput = z.infer<typeof leftOutInput>;
export const leftOutPage = z.object({
  items: z.array(z.object({ leadId: z.string(), email: z.string(), name: z.string() })),
  next: z.string().nullable(),
});

const checkPlace = { stepId: z.string().nullable(), variantId: z.string().nullable() };

export const campaignReview = z
  .object({
    audience: audienceCount,
    /** Leads to look at, the first that are mailed. */
    sampleLeadIds: z.array(z.string()),
    forecast: z.object({
      /** The first and the last mail of the first step, about; null when nothing can go, or too late to tell. */
      firstMailAt: timeMs.nullable(),
      lastMailAt: timeMs.nullable(),
      awaitsChoice: z.boolean().optional().meta({
        description:
          "Whether the rest of a test waits until a person chooses the better variant, so that the last mail told of is that of the sample",
      }),
      /** Days on which mails go. */
      days: z.number().int(),
      /** The account that takes longest, where one does. */
      limitedBy: z.string().nullable(),
      accounts: z.array(
        z.object({
          credentialId: z.string(),
          from: z.string(),
          provider: z.string(),
          recipients: z.number().int(),
          /** Null without a limit. */
          leftToday: z.number().int().nullable(),
          lastMailAt: timeMs.nullable(),
        }),
      ),
      /** The same in words: "done Tuesday about 14:20, over 3 days". */
      text: z.string(),
    }),
    /** What stops the start, and what should be looked at before it. */
    checks: z.array(
      z.object({ ...explained, ...checkPlace, stops: z.boolean(), part: z.enum(["whom", "what", "when"]) }),
    ),
  })
  .meta({ id: "CampaignReview" });
export type CampaignReview = z.infer<typeof campaignReview>;

/** Rules as somebody is about to save them; what is left out is as it was saved. */
export const askedRules = z.object({ steps: planShape.steps, stop: planShape.stop }).partial();
export type AskedRules = z.infer<typeof askedRules>;
export const ruleReview = campaignReview.pick({ checks: true }).meta({ id: "CampaignRuleReview" });
export type RuleReview = z.infer<typeof ruleReview>;

export const startInput = z.object({ version: z.number().int().min(0) });
export const duplicateInput = z.object({
  /** Whom the new one is for: as before, or those of this one who did not open it, or follow a link. */
  to: z.enum(["same", "notOpened", "notClicked"]).default("same"),
});
export const archiveInput = z.object({ archived: z.boolean() });
export const winnerInput = z.object({ stepId: givenId, variantId: givenId });

/** What a person knows of mails whose end is uncertain: they arrived, they did not, or they may go a second time. */
export const uncertainDecision = z.strictObject({
  decision: z.enum(["sent", "failed", "again"]),
  /** All uncertain ones of the campaign unless some are named. */
  deliveries: z.array(id).min(1).max(campaignLimits.pickedMax).optional(),
});
export const uncertainAnswer = z.object({
  message: z.string(),
  decided: z.number().int(),
  rows: rowAnswers,
});

export const campaignActivity = z
  .object({
    _id: z.string(),
    at: timeMs,
    /** Who did it, or null for what came about by itself. */
    who: z.string().nullable(),
    ...explained,
  })
  .meta({ id: "CampaignActivity" });
export type CampaignActivity = z.infer<typeof campaignActivity>;
