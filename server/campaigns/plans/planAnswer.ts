import type { CampaignMail } from "../../../contract/schemas/campaignMail.ts";
import type { CampaignPlan, CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanMailSummary } from "../../../db/stores/campaigns/plans/planMails.ts";
import type { PlanMailRow, PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import { partStatesOf } from "./campaignAnswer.ts";
import { nobody, sentContent } from "./emptyPlan.ts";

/** A campaign as it was composed; of one that was sent without, as far as its part says it. */
export function planAnswer(of: {
  plan: PlanRow;
  mails: readonly PlanMailSummary[];
  parts: readonly CountedCampaign[];
  hasMoreToCome: boolean;
}): CampaignPlan {
  const { plan, parts } = of;
  const content = contentOf(plan, parts);
  const ids = allSteps(content).flatMap(({ variants: all }) => all.map(({ id }) => id));
  const known = new Map(of.mails.map((mail) => [mail.variantId, mail]));
  return {
    _id: plan.id,
    state: planStateOf(plan, partStatesOf(parts), of.hasMoreToCome),
    version: plan.version,
    ...content,
    dueAt: plan.dueAt,
    holdUntil: plan.holdUntil,
    mails: [...new Set(ids)].flatMap((id) => {
      const mail = known.get(id);
      return mail === undefined ? [] : [mailSummary(mail)];
    }),
    createdAt: plan.createdAt,
    updatedAt: plan.updatedAt,
  };
}

/** What a campaign says of itself, whoever asks. */
export function contentOf(plan: PlanRow, parts: readonly CountedCampaign[]): PlanContent {
  const { name, kind } = plan;
  return { ...(plan.content ?? sentContent(parts)), name, kind, audience: plan.audience ?? nobody };
}

/** Its steps, and those that somebody is changing them to. */
export function allSteps({ steps, nextSteps }: Pick<PlanContent, "steps" | "nextSteps">): CampaignStep[] {
  return [...steps, ...(nextSteps ?? [])];
}

function mailSummary(mail: PlanMailSummary): CampaignPlan["mails"][number] {
  const { variantId, subject, preview, templateId, bytes, version, updatedAt } = mail;
  return { variantId, subject, preview, templateId, bytes, version, updatedAt };
}

export function mailAnswer(mail: PlanMailRow): CampaignMail {
  const { variantId, subject, preview, html, design, templateId, version, updatedAt } = mail;
  return { variantId, subject, preview, html, design, templateId, version, updatedAt };
}
