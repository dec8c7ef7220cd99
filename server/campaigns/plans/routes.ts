import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import { inTexts } from "../../core/inWords.ts";
import { type Incoming, type Route, route } from "../../http/route.ts";
import type { CampaignPages } from "../campaignPages.ts";
import type { CampaignService } from "../campaigns.ts";
import type { DraftService } from "./drafts.ts";
import type { createDuplicates } from "./duplicates.ts";
import type { PlanAudiences } from "./planAudience.ts";
import type { PlanMailService } from "./planMails.ts";
import type { PlanRequest } from "./planParts.ts";
import type { ReviewService } from "./reviews.ts";
import type { RuleReviewService } from "./rules/ruleReviews.ts";
import type { StartService } from "./starts.ts";

type Services = {
  drafts: DraftService;
  mails: PlanMailService;
  duplicates: ReturnType<typeof createDuplicates>;
  pages: CampaignPages;
  campaigns: CampaignService;
  audiences: PlanAudiences;
  starts: StartService;
  reviews: ReviewService;
  rules: RuleReviewService;
  chooseWinner: (key: PlanRequest, asked: { stepId: string; variantId: string }) => Promise<Campaign>;
};

const keyOf = ({
  scope,
  params,
}: Pick<Incoming<"GET /amplify/campaigns/{id}/plan">, "scope" | "params">) => ({
  ...scope,
  ...params,
});

/** Composing campaigns and starting them. */
export function planRoutes({
  drafts,
  mails,
  duplicates,
  pages,
  campaigns,
  audiences,
  starts,
  reviews,
  rules,
  chooseWinner,
}: Services): Route[] {
  return [
    route("POST /amplify/campaigns", ({ scope, body }) => drafts.add(scope, body)),
    route("GET /amplify/campaigns/{id}/plan", (incoming) => drafts.read(keyOf(incoming))),
    route("PUT /amplify/campaigns/{id}/plan", (incoming) => drafts.save(keyOf(incoming), incoming.body)),
    route("GET /amplify/campaigns/{id}/standing", (incoming) => drafts.standing(keyOf(incoming))),
    route("GET /amplify/campaigns/{id}/mails/{variantId}", ({ scope, params }) =>
      mails.one({ ...scope, ...params }),
    ),
    route("PUT /amplify/campaigns/{id}/mails/{variantId}", ({ scope, params, body }) =>
      mails.save({ ...scope, ...params }, body),
    ),
    route("DELETE /amplify/campaigns/{id}", async (incoming) => {
      await drafts.remove(keyOf(incoming));
      return { message: inTexts(answerTexts).campaigns.deleted };
    }),
    route("POST /amplify/campaigns/{id}/restore", (incoming) => drafts.restore(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/duplicate", (incoming) =>
      duplicates.duplicate(keyOf(incoming), incoming.body.to),
    ),
    route("POST /amplify/campaigns/{id}/archive", (incoming) =>
      campaigns.archive({ ...keyOf(incoming), archived: incoming.body.archived }),
    ),
    route("GET /amplify/campaigns/{id}/activity", (incoming) => pages.activity(keyOf(incoming))),
    route("POST /amplify/campaigns/audience", ({ scope, body }) => audiences.count(scope, body)),
    route("POST /amplify/campaigns/audience/left", ({ scope, body }) => audiences.leftOut(scope, body)),
    route("GET /amplify/campaigns/{id}/review", (incoming) => reviews.review(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/review", (incoming) => rules.review(keyOf(incoming), incoming.body)),
    route("POST /amplify/campaigns/{id}/start", (incoming) =>
      starts.start(keyOf(incoming), incoming.body.version),
    ),
    route("POST /amplify/campaigns/{id}/undo", (incoming) => starts.undo(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/winner", (incoming) => chooseWinner(keyOf(incoming), incoming.body)),
    route("POST /amplify/campaigns/{id}/uncertain", async (incoming) => {
      const tellsRows = incoming.query.answer === "rows";
      const done = await campaigns.decide(keyOf(incoming), { ...incoming.body, tellsRows });
      return { message: inTexts(answerTexts).campaigns.decided(done.decided), ...done };
    }),
  ];
}
