import { z } from "zod";
import { campaignLimits } from "../limits/campaigns.ts";
import { textLimits } from "../limits/text.ts";
import { issueText } from "../reasons.ts";
import { givenId, id, plainText, timeMs } from "./fields.ts";
import { design, html } from "./template.ts";

const subject = plainText(
  textLimits.subjectMax,
  undefined,
  issueText("subject_too_long", { max: textLimits.subjectMax }),
);
/** What follows the subject in a list of mails, as somebody writes it. */
export const previewLine = plainText(
  campaignLimits.previewMax,
  undefined,
  issueText("preview_too_long", { max: campaignLimits.previewMax }),
);

/** What one variant of one step says. */
export const campaignMail = z
  .object({
    variantId: z.string(),
    subject: z.string(),
    /** What follows the subject in a list of mails, where the mail itself should not. */
    preview: z.string(),
    html: z.string(),
    /** The editor's design, where the mail was drawn with it. */
    design: z.unknown().nullable(),
    /** The template that it came from; the content is the campaign's own. */
    templateId: z.string().nullable(),
    version: z.number().int(),
    updatedAt: timeMs,
  })
  .meta({ id: "CampaignMail" });
export type CampaignMail = z.infer<typeof campaignMail>;

/** What is left out stays. A `templateId` without `html` takes the template's content over. */
export const mailChange = z.object({
  version: z.number().int().min(0),
  subject: subject.optional(),
  preview: previewLine.optional(),
  html: html.optional(),
  design,
  templateId: id.nullable().optional(),
});
export type MailChange = z.infer<typeof mailChange>;
export const mailPlace = z.object({ id, variantId: givenId });
