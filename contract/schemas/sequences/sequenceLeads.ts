import { z } from "zod";
import { textLimits } from "../../limits/text.ts";
import { stepNumber } from "../campaign.ts";
import { cause, timeMs } from "../fields.ts";
import { listOrder, pageSize } from "../lists.ts";

/**
 * Whether a lead of a sequence waits for its next mail, has one under way, or one whose end is uncertain and for a person to
 * decide, has had one and may still do something about it, or gets no more.
 */
const sequenceLeadStates = ["waiting", "sending", "uncertain", "answering", "ended"] as const;
export type SequenceLeadState = (typeof sequenceLeadStates)[number];

/** Where a lead of a sequence stands. */
export const sequenceLead = z
  .object({
    leadId: z.string(),
    /** Null once the lead was deleted, like its names. */
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** The mail that it has come to, from 0 on; null before the first. */
    step: z.number().int().nullable(),
    state: z.enum(sequenceLeadStates),
    /** When it goes on; null while a mail is under way or uncertain, at its end, and for whoever is not mailed any more. */
    dueAt: timeMs.nullable(),
    endedAt: timeMs.nullable(),
    /** Why it ended, or waits for a mail that it will not get, such as after it opted out; in words. */
    reason: z.string().nullable(),
    cause: cause.nullable(),
  })
  .meta({ id: "SequenceLead" });
export type SequenceLead = z.infer<typeof sequenceLead>;

export const sequenceLeadQuery = z.object({
  ...listOrder,
  step: stepNumber.optional(),
  /** Only those that get no more, or only those that go on. */
  ended: z.enum(["true", "false"]).optional(),
  /** Words, each of which stands in a name, the address or the phone. */
  search: z.string().max(textLimits.searchMax).optional(),
  /** What the page before said as `next`. */
  after: z.string().max(textLimits.idMax).optional(),
  pageSize: pageSize.optional(),
});
export type SequenceLeadQuery = z.infer<typeof sequenceLeadQuery>;

/** A search may have looked through many leads and found few of them, or none: `next` says whether there are more. */
export const sequenceLeadPage = z
  .object({ items: z.array(sequenceLead), next: z.string().nullable() })
  .meta({ id: "SequenceLeadPage" });
