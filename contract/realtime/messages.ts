import { z } from "zod";
import { campaignStates } from "../schemas/campaign.ts";
import { cause, timeMs } from "../schemas/fields.ts";

/** What `/ws/<uid>` sends. `target: "email"` is progress; `seq` grows with every message, after a restart too. */
const progress = z.object({
  target: z.literal("email"),
  /** Who is mailed; the skipped are not in it, so that success, failed and uncertain add up to it in the end. */
  total: z.number().int(),
  success: z.number().int(),
  failed: z.number().int(),
  /** The newest failed addresses, bounded; the ledger has them all. */
  failedEmails: z.array(z.string()),
  running: z.boolean(),
  root: z.enum(["workflow", "email"]),
  campaignId: z.string(),
  seq: z.number().int(),
  state: z.enum(campaignStates),
  subject: z.string(),
  /** What a composed campaign is called; without it its subject names it. */
  name: z.string().optional(),
  queued: z.number().int(),
  deferred: z.number().int(),
  skipped: z.number().int(),
  uncertain: z.number().int(),
  waiting: z.string().nullable(),
  waitingCause: cause.nullable(),
  /** When it goes on, where that is known. */
  nextAt: timeMs.nullable(),
  /** About when its last mail has gone by its accounts' limits and its hours, where these slow it down: see `Campaign`. */
  doneAt: timeMs.nullable().optional(),
});
export type Progress = z.infer<typeof progress>;

/** What else a workspace is told: that something in it is another than before, by its topics. Nothing of it is said. */
const changedMessage = z.object({
  message: z.string(),
  data: z.object({ target: z.literal("changed"), topics: z.array(z.string()) }),
});
export type ChangedMessage = z.infer<typeof changedMessage>;

export const realtimeMessage = z.object({ message: z.string(), data: progress });
export type RealtimeMessage = z.infer<typeof realtimeMessage>;
