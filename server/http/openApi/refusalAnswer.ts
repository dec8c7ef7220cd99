import { z } from "zod";
import { errorMeanings } from "../../../contract/endpoints/errorMeanings.ts";
import { type ErrorCode, errorCodes } from "../../../contract/errors.ts";
import { type RefusalReason, refusalCodes, refusedAs } from "../../../contract/reasons/refusals.ts";
import { type PlainCode, type Reason, reason } from "../../../contract/reasons.ts";
import { reasonParams, skippedLead } from "../../../contract/schemas/fields.ts";
import { inWords } from "../../core/inWords.ts";

const codesText = [
  "What is refused, for programs. An answer 401 to somebody whom nobody knows has none; a newer version may have others.",
  ...Object.entries(errorMeanings).map(
    ([code, { means }]) => `- \`${code}\`, ${errorCodes[code as ErrorCode]}: ${means}`,
  ),
].join("\n");

/** A refusal in the document. Which reasons there are stands there; one of a newer version is none of them. */
export const refusalAnswer = z
  .object({
    message: z.string(),
    code: z
      .union([z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]), z.string()])
      .optional()
      .meta({ description: codesText }),
    reason: z
      .union([z.enum(refusalCodes()), z.string()])
      .optional()
      .meta({ description: "What is refused more closely than the code says; its sentence is the message" }),
    params: reasonParams.optional().meta({ description: "What the reason is said with" }),
    reply: z.string().nullable().optional().meta({ description: "What a mail server said, as it said it" }),
    field: z.string().optional().meta({
      description:
        "Of a broken rule: where in the body or the query it is, as in `to.1.email`; of several the first. Without it the rule is over the call as a whole",
    }),
    skipped: z.array(skippedLead).optional().meta({
      description: "With the code no_recipients: whom the send named, each with the reason not to mail them",
    }),
  })
  .meta({ id: "Error" });

/** One refusal, under the code of its reason, as `errorResponse` answers it. */
export function refusalExample(told: PlainCode | Reason): [string, { value: object }] {
  const cause = typeof told === "string" ? reason(told) : told;
  const { code: name, params, reply } = cause;
  const code = Object.hasOwn(refusedAs, name) ? refusedAs[name as RefusalReason] : "bad_request";
  const message = inWords(cause);
  if (code === "unauthorized") return [name, { value: { message } }];
  const closer = name === code ? {} : { reason: name, params, reply };
  return [name, { value: { message, code, ...closer } }];
}
