import { z } from "zod";

/** What a person may have done to a campaign: begun it or let it go on; paused, cancelled or moved it; moved its mails. */
export const campaignWords = ["begun", "changed", "recounted", "reread"] as const;

/**
 * What the processes of one database tell each other: ids and where to look, never what is there. Whoever hears
 * something that it does not know, from a newer version, lets it be.
 */
const notice = z.discriminatedUnion("about", [
  /** A campaign was changed by a person: for whoever sends, and whoever watches. */
  z.object({
    about: z.literal("campaign"),
    kind: z.enum(campaignWords),
    campaignId: z.string(),
    workspaceId: z.string(),
  }),
  /** Mails of a campaign have come to their end: for whoever watches. */
  z.object({ about: z.literal("progress"), campaignId: z.string(), workspaceId: z.string() }),
  z.object({ about: z.literal("account"), credentialId: z.string() }),
  /** An account was given back, or a sender has ended. */
  z.object({ about: z.literal("free") }),
  z.object({ about: z.literal("single") }),
  z.object({ about: z.literal("singleDone"), id: z.string() }),
  /** Something in a workspace is another than before: for whoever watches. */
  z.object({
    about: z.literal("changed"),
    workspaceId: z.string(),
    topics: z.array(z.string()),
    by: z.string().nullable(),
  }),
  z.object({ about: z.literal("sessions") }),
  z.object({ about: z.literal("jobs") }),
  z.object({ about: z.literal("webhooks") }),
  /** Which mailboxes are read is another. */
  z.object({ about: z.literal("mailboxes") }),
]);

export type Notice = z.infer<typeof notice>;

export function noticeText(one: Notice): string {
  return JSON.stringify(one);
}

/** Null for what is no notice of ours. */
export function noticeIn(text: string): Notice | null {
  try {
    return notice.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Anybody who may connect to the database may say anything there.
    return null;
  }
}
