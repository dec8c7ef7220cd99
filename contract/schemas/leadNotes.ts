import { z } from "zod";
import { leadLimits } from "../limits/leads.ts";
import { issueText } from "../reasons.ts";
import { id, timeMs, withId } from "./fields.ts";

/** What somebody of a workspace wrote down about a lead. */
export const leadNote = z
  .object({
    _id: z.string(),
    text: z.string(),
    at: timeMs,
    /** Who wrote it; null once they are not here any more. */
    by: z.string().nullable(),
  })
  .meta({ id: "LeadNote" });
export type LeadNote = z.infer<typeof leadNote>;

const { noteTextMax } = leadLimits;

const missing = issueText("note_empty");

/** Of several lines, as they were typed. */
export const leadNoteInput = z.object(
  {
    text: z
      .string({ error: missing })
      .max(noteTextMax, { error: issueText("note_too_long", { max: noteTextMax }) })
      .transform((text) => text.replace(/[^\P{Cc}\n\t]/gu, "").trim())
      .refine((text) => text !== "", { error: missing })
      .meta({ pattern: "\\S" }),
  },
  { error: missing },
);

export const ofNote = withId.extend({ noteId: id });
