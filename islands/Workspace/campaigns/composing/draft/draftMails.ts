import type { CampaignMail } from "../../../../../contract/schemas/campaignMail.ts";
import type { CampaignPlan, PlanContent } from "../../../../../contract/schemas/campaignPlan.ts";

type Listed = CampaignPlan["mails"][number];

/** A mail without content. */
export function blankMail(variantId: string): Listed {
  return { variantId, subject: "", preview: "", templateId: null, bytes: 0, version: 0, updatedAt: 0 };
}

/** A mail as a plan lists it, without its content. */
export function listedMail({ html, design: _, ...mail }: CampaignMail): Listed {
  return { ...mail, bytes: new TextEncoder().encode(html).length };
}

/** Each mail with its subject and preview line as currently typed. */
export function withLines(
  mails: readonly Listed[],
  typed: ReadonlyMap<string, { line: Partial<Pick<CampaignMail, "subject" | "preview">> }>,
): Listed[] {
  const unlisted = [...typed.keys()].filter((id) => !mails.some(({ variantId }) => variantId === id));
  return [...mails, ...unlisted.map(blankMail)].map((mail) => ({
    ...mail,
    ...typed.get(mail.variantId)?.line,
  }));
}

const contentKeys = [
  "name",
  "kind",
  "audience",
  "steps",
  "nextSteps",
  "accounts",
  "whenFull",
  "window",
  "zone",
  "zoneField",
  "spread",
  "startAt",
  "holdSeconds",
  "trackOpens",
  "trackClicks",
  "stop",
] as (keyof PlanContent)[];

/** The fields of a plan that are edited on this page. */
export function contentOf(plan: CampaignPlan): Partial<CampaignPlan> {
  return Object.fromEntries(contentKeys.map((key) => [key, plan[key]]));
}
