import type { Reason } from "../../../contract/reasons.ts";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignReview, CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { inWords } from "../../core/inWords.ts";

type Check = CampaignReview["checks"][number];
type Counted = { opens: boolean; clicks: boolean };

/** Rules that rest on what is not counted: they hold for everybody, or for nobody, which stops no start. */
export function uncountedChecks({ kind, steps, stop }: PlanContent, counted: Counted): Check[] {
  const told = (cause: Reason, part: Check["part"], stepId: string | null): Check => ({
    ...{ cause, reason: inWords(cause), part, stepId },
    ...{ variantId: null, stops: false },
  });
  return [
    ...steps.flatMap((step, index) => [
      ...(index === 0 ? [] : conditionOf(step, counted)).map((cause) => told(cause, "what", step.id)),
      ...winnerOf(step, counted).map((cause) => told(cause, "what", step.id)),
    ]),
    ...(kind === "sequence" && stop.onClick && !counted.clicks
      ? [told(reason("check_stop_uncounted"), "when", null)]
      : []),
  ];
}

function conditionOf({ condition }: CampaignStep, { opens, clicks }: Counted): Reason[] {
  switch (condition.kind) {
    case "always":
      return [];
    case "notOpened":
      return opens ? [] : [reason("check_not_opened_uncounted")];
    case "notClicked":
      return clicks ? [] : [reason("check_not_clicked_uncounted")];
    case "clicked":
      return clicks ? [] : [reason("check_clicked_uncounted")];
  }
}

function winnerOf({ variants, test }: CampaignStep, { opens, clicks }: Counted): Reason[] {
  if (variants.length < 2) return [];
  if (test?.by === "opens" && !opens) return [reason("check_winner_uncounted", { by: "opens" })];
  if (test?.by === "clicks" && !clicks) return [reason("check_winner_uncounted", { by: "clicks" })];
  return [];
}
