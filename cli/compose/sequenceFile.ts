import { z } from "zod";
import { winnerRules } from "../../contract/campaigns/usualTest.ts";
import { Refusal } from "../../contract/errors.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { cliLimits } from "../../contract/limits/cli.ts";
import { textLimits } from "../../contract/limits/text.ts";
import { isRecord } from "../../contract/reasons/shapes.ts";
import { issueText, reasonOfIssue } from "../../contract/reasons.ts";
import { mailChange } from "../../contract/schemas/campaignMail.ts";
import {
  campaignStep,
  planAudience,
  planChange,
  sendWindow,
  stepCondition,
  stopRules,
  zoneName,
} from "../../contract/schemas/campaignPlan.ts";
import { filledText } from "../../contract/schemas/fields.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import { UsageFault } from "../faults.ts";
import { readText } from "../files.ts";
import type { Output } from "../output.ts";
import { minutesOf } from "./variants.ts";

const missing = issueText("fields_missing");
const name = filledText(
  campaignLimits.nameMax,
  missing,
  issueText("campaign_name_too_long", { max: campaignLimits.nameMax }),
);
const subject = filledText(
  textLimits.subjectMax,
  missing,
  issueText("subject_too_long", { max: textLimits.subjectMax }),
);
/** The name or identifier of something that exists already. */
const named = z.string().min(1, { error: missing }).max(textLimits.collectionNameMax);
const names = z.array(named).max(campaignLimits.namedMax);

/** A time such as "3 days" or "2 hours", as minutes. */
const span = z
  .string()
  .refine((text) => minutesOf(text) !== null)
  .transform((text) => minutesOf(text) ?? 0);
/** The delay after the mail before. */
const delay = span.pipe(campaignStep.shape.delayMinutes);

/** Further variants of a mail, each with what is another in it, and how the better one is found. */
const test = z.strictObject({
  variants: z
    .array(
      z.strictObject({
        template: named.optional(),
        subject: subject.optional(),
        preview: mailChange.shape.preview,
      }),
    )
    .min(1)
    .max(campaignLimits.variantsMax - 1),
  /** In a hundred leads, how many get each variant. */
  share: z.number().int().min(campaignLimits.shareMin).max(100).optional(),
  by: z.enum(winnerRules).optional(),
  after: span.pipe(z.number().int().min(1).max(campaignLimits.testMaxMinutes)).optional(),
});

const step = z.strictObject({
  template: named,
  /** An answer has that of the mail that it answers, unless it has one of its own. */
  subject: subject.optional(),
  preview: mailChange.shape.preview,
  after: delay.optional(),
  /** The condition on those who were sent the mail before: a word, or an object as in the API. */
  if: z
    .union([z.enum(["always", "notOpened", "notClicked"]).transform((kind) => ({ kind })), stepCondition])
    .optional(),
  sameThread: z.boolean().optional(),
  test: test.optional(),
});

function refuseSubjectless(steps: readonly z.output<typeof step>[], context: z.RefinementCtx): void {
  for (const [at, { subject, sameThread }] of steps.entries())
    if (subject === undefined && !(sameThread && at > 0))
      context.addIssue({ code: "custom", path: [at, "subject"], message: missing });
}

/** A sequence as described by a file, with names where the API has identifiers. */
const sequenceFile = z.strictObject({
  name,
  collections: names.optional(),
  segments: names.optional(),
  exclude: z
    .strictObject({
      collections: names.optional(),
      segments: names.optional(),
      campaigns: z
        .array(z.string().min(1, { error: missing }).max(campaignLimits.nameMax))
        .max(campaignLimits.namedMax)
        .optional(),
      mailedWithinDays: planAudience.shape.not.shape.mailedWithinDays.optional(),
    })
    .optional(),
  joinLater: z.boolean().optional(),
  /** One account, or several. */
  from: z.union([named.transform((one) => [one]), z.array(named).max(campaignLimits.accountsMax)]).optional(),
  zone: zoneName.optional(),
  window: sendWindow.optional(),
  startAt: planChange.shape.startAt,
  stop: stopRules.partial().optional(),
  steps: z.array(step).min(1).max(campaignLimits.stepsMax).superRefine(refuseSubjectless),
});
export type SequenceFile = z.infer<typeof sequenceFile>;
export type WrittenSequence = z.input<typeof sequenceFile>;

/** @throws {UsageFault} if there is no file, or it is not JSON or not a sequence; says where and why. */
export async function readSequence(path: string, output: Output): Promise<SequenceFile> {
  const texts = output.texts(campaignTexts).sequences;
  let text: string;
  try {
    const limit = { maxBytes: cliLimits.sequenceFileMax, tooLarge: texts.tooLarge(path) };
    text = await readText(output.terminal, path, limit);
  } catch (error) {
    if (error instanceof Refusal) throw new UsageFault(error.message);
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageFault(texts.notJson(path));
  }
  const read = sequenceFile.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  throw new UsageFault(texts.wrong({ path, where, why: issue ? whyOf(issue, { value, output }) : "" }));
}

function whyOf(issue: z.core.$ZodIssue, { value, output }: { value: unknown; output: Output }): string {
  const texts = output.texts(campaignTexts).sequences;
  const last = issue.path.at(-1);
  if (issue.code === "unrecognized_keys") return texts.unknownKey(issue.keys.join(", "));
  if (isLacking(value, issue.path)) return texts.lacking;
  if (last === "after") return issue.path.at(-2) === "test" ? texts.testTime : texts.delay;
  if (issue.code === "invalid_union" && (last === "from" || last === "if")) return texts[last];
  if (issue.code === "invalid_type") return texts.kinds[issue.expected] ?? issue.message;
  return output.words(reasonOfIssue(issue.message), issue.message);
}

function isLacking(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const key of path) at = isRecord(at) || Array.isArray(at) ? at[key as never] : null;
  return path.length > 0 && at === undefined;
}
