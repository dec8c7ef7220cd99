import { z } from "zod";

/** How far the leads of a sequence have come, for each of its steps. */
export const campaignStanding = z
  .object({
    /** Leads that have not come to an end of it. */
    open: z.number().int(),
    /** Whether changed steps are being applied to its leads; nobody is moved on until that is done. */
    isApplying: z.boolean(),
    steps: z.array(
      z.object({
        stepId: z.string(),
        /** Leads that have come to this step: they had it, or it was passed over for them. */
        came: z.number().int(),
        /** Mails of it that were made. */
        mails: z.number().int(),
        /** Leads that may still come to it. */
        toCome: z.number().int(),
        /** Of a sequence under way: nobody is still to get its mails, so what they say does not change any more. */
        isBehind: z.boolean(),
      }),
    ),
  })
  .meta({ id: "CampaignStanding" });
export type CampaignStanding = z.infer<typeof campaignStanding>;
