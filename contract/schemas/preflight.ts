import { z } from "zod";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { audienceFields, namedAudience, namedContent, senderFields } from "./campaign.ts";
import { previewLine } from "./campaignMail.ts";
import { explained, id, timeMs } from "./fields.ts";
import { drawable, html } from "./template.ts";

const content = { html: html.optional(), templateId: id.optional() };
const subject = z.string().max(textLimits.subjectMax).optional();
const hasContent = (input: {
  html?: string | undefined;
  templateId?: string | undefined;
  design?: unknown;
}) => Boolean(input.html?.trim()) || input.templateId !== undefined || input.design !== undefined;
const noContent = { error: issueText("template_not_chosen"), path: ["html"] };

/** POST /email/preview: one of `html`, `templateId` and `design`; without `leadId`, the person's own values. */
export const previewInput = z
  .object({
    ...content,
    design: z.unknown().optional(),
    subject,
    preview: previewLine.optional(),
    leadId: id.optional(),
    from: senderFields.from,
  })
  .refine(hasContent, noContent)
  .meta({ anyOf: [...namedContent, { required: ["design"], properties: { design: drawable } }] });
export type PreviewInput = z.infer<typeof previewInput>;

export const mailPreview = z
  .object({
    /** Whose values these are. */
    to: z.string(),
    subject: z.string(),
    /** What stands beside the subject in a list of mails; "" where the mail's first words do. */
    preview: z.string(),
    /** As it would be sent, with an unsubscribe link that leads nowhere and nothing that counts. */
    html: z.string(),
    text: z.string(),
    /** Fields that this lead has no value for and the mail no fallback. */
    missing: z.array(z.string()),
    /** Fields that nobody has; they stay in the mail as they were written. */
    unknown: z.array(z.string()),
    bytes: z.number().int(),
  })
  .meta({ id: "MailPreview" });
export type MailPreview = z.infer<typeof mailPreview>;

/** POST /email/send/plan: whom a send would reach, without sending. Content and account may still be open. */
export const planInput = z
  .object({ ...audienceFields, ...content, ...senderFields, subject })
  .meta({ anyOf: namedAudience });
export type PlanInput = z.infer<typeof planInput>;

const warningKinds = [
  "missingValues",
  "unknownFields",
  "foreignTags",
  "noUnsubscribe",
  "insecureLinks",
  "deadLinks",
  "deadPictures",
  "samples",
  "clipped",
  "account",
  "unreachable",
  "alignment",
] as const;

export const sendPlan = z
  .object({
    total: z.number().int(),
    /** How many would be mailed. */
    recipients: z.number().int(),
    skipped: z.array(
      z.object({
        ...explained,
        count: z.number().int(),
        /** The first of them. */
        emails: z.array(z.string()),
      }),
    ),
    /** What the account may still send within 24 hours; null without a limit or an account. */
    leftToday: z.number().int().nullable(),
    /** About when the last mail goes, by the account's limits; null when they slow nothing down. */
    lastMailAt: timeMs.nullable(),
    /** Ids of leads to look at, the first that would be mailed. */
    sampleLeadIds: z.array(z.string()),
    warnings: z.array(z.object({ kind: z.enum(warningKinds), text: z.string() })),
  })
  .meta({ id: "SendPlan" });
export type SendPlan = z.infer<typeof sendPlan>;
