import { z } from "zod";
import { consentHows, consents } from "../leads/consent.ts";
import { optoutReasons } from "../leads/optoutReasons.ts";
import { recipientLimits } from "../limits/recipients.ts";
import { id, timeMs } from "./fields.ts";
import { listOrder, numberOfUrl } from "./lists.ts";

/** Somebody who left by the link in a mail, or by complaining of it. */
export const optout = z
  .object({
    _id: z.string(),
    leadId: z.string(),
    /** Null once the mail's ledger is gone. */
    email: z.string().nullable(),
    campaignId: z.string(),
    subject: z.string().nullable(),
    at: timeMs,
    /** Null where they did not say. */
    reason: z.enum(optoutReasons).nullable(),
    words: z.string().nullable(),
    /** When they complained of the mail; null where they left by its link alone. */
    complainedAt: timeMs.nullable(),
    /** When they came back; null while they are away. */
    returnedAt: timeMs.nullable(),
  })
  .meta({ id: "Optout" });
export type Optout = z.infer<typeof optout>;

export const optoutQuery = z.object({
  ...listOrder,
  /** What the page before said as `next`. */
  before: id.optional(),
  pageSize: numberOfUrl({ min: 1, max: recipientLimits.shownMax }).optional(),
});

export const campaignOptouts = z
  .object({
    total: z.number().int(),
    /** Reason null counts those who gave none. */
    reasons: z.array(z.object({ reason: z.enum(optoutReasons).nullable(), count: z.number().int() })),
    /** The newest first. */
    items: z.array(optout),
    next: z.string().nullable(),
  })
  .meta({ id: "CampaignOptouts" });
export type CampaignOptouts = z.infer<typeof campaignOptouts>;

/** What is known of a lead's consent, and of its leaving and coming back. */
export const leadConsent = z
  .object({
    consent: z.enum(consents),
    at: timeMs.nullable(),
    how: z.enum(consentHows).nullable(),
    /** The person's name, or the imported file's; null where neither is here any more, or there is none. */
    by: z.string().nullable(),
    /** Since when the owner has it opted out; null where they have not. */
    ownerOptoutAt: timeMs.nullable(),
    optouts: z.array(optout),
    /** What mails that came back say of its address; null where none did. */
    returned: z
      .object({
        at: timeMs,
        /** How many came back, each soon after the one before. */
        count: z.number().int(),
        /** Since when nothing more is sent there; null while what was in the way may pass. */
        forGoodAt: timeMs.nullable(),
        /** What its server said of the latest. */
        words: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "LeadConsent" });
export type LeadConsent = z.infer<typeof leadConsent>;
