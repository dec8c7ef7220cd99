import { z } from "zod";
import { trackChoices } from "../leads/consent.ts";
import { issueText } from "../reasons.ts";

const choice = { opens: z.boolean(), clicks: z.boolean() };

/** What is counted of one's mails where a send does not say otherwise; what is left out stays as it is. */
export const trackingInput = z
  .object(
    {
      ...choice,
      track: z.enum(trackChoices, { error: issueText("track_unknown", { choices: trackChoices }) }),
    },
    { error: issueText("tracking_unclear") },
  )
  .partial();

export type TrackingInput = z.infer<typeof trackingInput>;

export const tracking = z
  .object({
    ...choice,
    track: z.enum(trackChoices),
    /** False where this installation counts neither, whatever anybody chooses. */
    available: z.boolean(),
  })
  .meta({ id: "Tracking" });
export type Tracking = z.infer<typeof tracking>;

/** An address that a campaign's mail links to, with who followed it. */
export const campaignLink = z
  .object({
    _id: z.string(),
    /** As the template has it: merge fields in it are filled in when it is followed. */
    url: z.string(),
    people: z.number().int(),
    clicks: z.number().int(),
    /** Scanners, previews and programs that follow every link (contract/machines.ts). */
    machineClicks: z.number().int(),
  })
  .meta({ id: "CampaignLink" });
export type CampaignLink = z.infer<typeof campaignLink>;
