import { z } from "zod";

/** What the sample data are made of. */
const sampleKinds = ["lead", "template", "account", "campaign"] as const;
export type SampleKind = (typeof sampleKinds)[number];

/** How far a workspace has come with its first mail, and whether whoever asks wants to be shown it. */
export const start = z
  .object({
    leads: z.number().int(),
    /** Whether there is a template of its own, a sending account, and whether anything was ever sent. */
    template: z.boolean(),
    account: z.boolean(),
    sent: z.boolean(),
    /** Whether the person who asks has put the steps away. */
    putAway: z.boolean(),
    /** Whether there are sample data that can be taken away. */
    samples: z.boolean(),
  })
  .meta({ id: "Start" });
export type Start = z.infer<typeof start>;

export const startChange = z.object({ putAway: z.boolean() });

/** Leads alone, for whoever wants to do the rest themselves; else all that a first mail needs, and the mail. */
export const sampleWish = z.object({ only: z.literal("leads").optional() });
