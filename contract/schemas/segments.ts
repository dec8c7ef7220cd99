import { z } from "zod";
import { segmentLimits } from "../limits/segments.ts";
import { issueText } from "../reasons.ts";
import { question } from "../segments/question.ts";
import { explained, filledText, timeMs } from "./fields.ts";
import { lead } from "./lead.ts";
import { leadMatching } from "./leadMatching.ts";

const name = filledText(
  segmentLimits.nameMax,
  issueText("segment_name_missing"),
  issueText("segment_name_too_long", { max: segmentLimits.nameMax }),
);

export const segment = z
  .object({
    _id: z.string(),
    name: z.string(),
    question,
    /** Why it finds nobody: it asks for something that was deleted. Null while it can be used. */
    broken: z.object(explained).nullable(),
    createdAt: timeMs,
    updatedAt: timeMs,
  })
  .meta({ id: "Segment" });
export type Segment = z.infer<typeof segment>;

const missing = { error: issueText("segment_name_missing") };
export const segmentInput = z.object({ name, question }, missing);
export type SegmentInput = z.infer<typeof segmentInput>;

/** What is not named stays. */
export const segmentChange = z.object(
  {
    name: name.optional(),
    question: question.optional(),
    was: question.optional().meta({
      description:
        "The question as it was read; where it is another by now, the answer is 409 segment_changed_meanwhile",
    }),
  },
  missing,
);
export type SegmentChange = z.infer<typeof segmentChange>;

export const segmentCountInput = z.object(
  { question, zone: leadMatching.shape.zone },
  { error: issueText("question_invalid") },
);

export const segmentCount = z
  .object({
    count: z.number().int(),
    /** A few of them, the newest. */
    examples: z.array(lead),
  })
  .meta({ id: "SegmentCount" });
export type SegmentCount = z.infer<typeof segmentCount>;
