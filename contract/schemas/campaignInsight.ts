import { z } from "zod";
import { insightLimits } from "../limits/insight.ts";
import { textLimits } from "../limits/text.ts";
import { deliveryStates, stepNumber } from "./campaign.ts";
import { zoneName } from "./campaignPlan.ts";
import { explained, givenId, timeMs } from "./fields.ts";
import { numberOfUrl } from "./lists.ts";

const count = z.number().int();

/** By what moments are put together. */
export const timeSteps = ["minute", "hour", "day"] as const;
export type TimeStep = (typeof timeSteps)[number];

export const timesQuery = z.object({
  /** Left out, it is what suits the time that it took. Too fine for that, a coarser one is answered. */
  by: z.enum(timeSteps).optional(),
  /** Whose hours and days are meant. */
  zone: zoneName.optional(),
});

/** Each counts once: a mail when it was taken, a person when they first opened it and first followed a link of it. */
const moments = {
  sent: count,
  opened: count,
  clicked: count,
  /** Mails that a machine looked into, and links that one followed. */
  machineOpened: count,
  machineClicked: count,
  optedOut: count,
};

export const campaignTimes = z
  .object({
    by: z.enum(timeSteps),
    /** Moments at which anything was; where nothing was there is none. */
    points: z.array(z.object({ at: timeMs, ...moments })),
    sum: z.object(moments),
  })
  .meta({ id: "CampaignTimes" });
export type CampaignTimes = z.infer<typeof campaignTimes>;

export const breakdownParts = ["step", "variant", "account", "link", "domain"] as const;
export type BreakdownPart = (typeof breakdownParts)[number];
export const breakdownQuery = z.object({ by: z.enum(breakdownParts) });

export const campaignBreakdown = z
  .object({
    by: z.enum(breakdownParts),
    rows: z.array(
      z.object({
        /** The step's number from 1; that and the variant's id behind a blank; the account's id, the link's address, the domain. */
        key: z.string(),
        /** What it says: a subject, an account's name; the key where it says it itself. */
        name: z.string(),
        /** Of which step a variant or a link is, from 0; null for what goes over all of them. */
        step: z.number().int().nullable(),
        /** Mails of it that a server took: what all others are of. */
        sent: count,
        failed: count,
        opened: count,
        machineOpened: count,
        /** People. */
        clicked: count,
        /** How often they did, and machines; null where that is not counted by this. */
        clicks: count.nullable(),
        machineClicks: count.nullable(),
        optedOut: count.nullable(),
      }),
    ),
    /** How many rows there are besides. */
    others: count,
  })
  .meta({ id: "CampaignBreakdown" });
export type CampaignBreakdown = z.infer<typeof campaignBreakdown>;
export type BreakdownRow = CampaignBreakdown["rows"][number];

/** Why mails did not arrive, have not yet, or were never sent; each with how many, the most first. */
export const campaignCauses = z
  .array(
    z.object({
      state: z.enum(deliveryStates),
      code: z.string(),
      count,
      /** The cause of one of them, in words. */
      ...explained,
      /** What may be asked for: these are tried again. Null where that means nothing. */
      retry: z.enum(["failed", "uncertain"]).nullable(),
      /** What servers said, the most often said first, and where; of many, the first were looked at. */
      said: z.array(z.object({ reply: z.string(), count, domains: z.array(z.string()) })),
      /** Of how many that was told. */
      looked: count,
    }),
  )
  .meta({ id: "CampaignCauses" });
export type CampaignCause = z.infer<typeof campaignCauses>[number];

export const heatQuery = z.object({
  step: stepNumber.optional(),
  variantId: givenId.optional(),
});

/** A mail with who followed which of its links. */
export const campaignHeat = z
  .object({
    step: z.number().int(),
    variantId: z.string().nullable(),
    subject: z.string(),
    /** The mail as sent, with a mark of its own beside each counted link; fields as they stand in it. */
    html: z.string(),
    sent: count,
    clicked: count,
    /** In the order of the mail. `place` is its mark's number, from 1; null for one that is not in the mail any more. */
    links: z.array(
      z.object({
        url: z.string(),
        place: count.nullable(),
        people: count,
        clicks: count,
        machineClicks: count,
      }),
    ),
    /** All mails of it that can be looked at. */
    mails: z.array(
      z.object({ step: z.number().int(), variantId: z.string().nullable(), subject: z.string() }),
    ),
  })
  .meta({ id: "CampaignHeat" });
export type CampaignHeat = z.infer<typeof campaignHeat>;

export const pictureQuery = z.object({
  bars: numberOfUrl({ min: 1, max: insightLimits.barsMax }).optional(),
});

/** How far a mail has come, from waiting to a recipient following one of its links. */
export const mailStages = ["waiting", "skipped", "failed", "uncertain", "sent", "opened", "clicked"] as const;
export type MailStage = (typeof mailStages)[number];

/** The bars of a campaign, each with how many of its mails are at which stage. */
export const campaignPicture = z
  .object({
    /** "list": in the order of its mails in the ledger. "none": a single bar with the sums of all of them. */
    order: z.enum(["list", "none"]),
    total: count,
    bars: z.array(z.partialRecord(z.enum(mailStages), count)),
  })
  .meta({ id: "CampaignPicture" });
export type CampaignPicture = z.infer<typeof campaignPicture>;

export const compareQuery = z.object({
  ids: z
    .string()
    .min(1)
    .max(insightLimits.comparedMax * (textLimits.idMax + 1))
    .regex(new RegExp(`^[^,]+(,[^,]+){0,${insightLimits.comparedMax - 1}}$`))
    .meta({ description: "With commas between; what is not there is left out" }),
});

export const comparedCampaigns = z
  .array(
    z.object({
      _id: z.string(),
      name: z.string(),
      firstAt: timeMs.nullable(),
      recipients: count,
      sent: count,
      failed: count,
      opened: count,
      machineOpened: count,
      clicked: count,
      optedOut: count,
      trackOpens: z.boolean(),
      trackClicks: z.boolean(),
      /** By the hour since its first mail, each what was in that hour; hours in which nothing was are left out. */
      hours: z.array(z.object({ hour: count, sent: count, opened: count, clicked: count })),
    }),
  )
  .meta({ id: "ComparedCampaigns" });
export type ComparedCampaign = z.infer<typeof comparedCampaigns>[number];
