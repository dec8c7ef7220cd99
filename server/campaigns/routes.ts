import { sendLimits } from "../../contract/limits/sending.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { exactTexts } from "../../contract/texts/exact.ts";
import { inTexts } from "../core/inWords.ts";
import { handledList } from "../http/handledList.ts";
import { idempotencyKeyOf, tellReplayed } from "../http/idempotencyKey.ts";
import { type Incoming, type Route, route } from "../http/route.ts";
import type { MailPreviews } from "../templates/index.ts";
import type { BoundedSending } from "./boundedSending.ts";
import type { CampaignPages } from "./campaignPages.ts";
import type { CampaignService } from "./campaigns.ts";
import type { SendPlans } from "./sendPlan.ts";
import type { TestMails } from "./testMails.ts";

type Services = {
  sending: BoundedSending;
  plans: SendPlans;
  previews: MailPreviews;
  testMails: TestMails;
  campaigns: CampaignService;
  pages: CampaignPages;
};

export function sendingRoutes({ sending, plans, previews, testMails, campaigns, pages }: Services): Route[] {
  const keyOf = ({ scope, params }: Pick<Incoming<"GET /amplify/campaigns/{id}">, "scope" | "params">) => ({
    ...scope,
    id: params.id,
  });
  return [
    route("POST /email/send", async ({ scope, body, request, headers }) => {
      const key = idempotencyKeyOf(request.headers);
      const { campaignId, accepted, skipped, holdUntil, isAgain } = await sending.send(scope, body, key);
      if (isAgain) tellReplayed(headers);
      return {
        message: inTexts(exactTexts).sent,
        campaignId,
        accepted,
        skipped: skipped.slice(0, sendLimits.skippedShown),
        ...(holdUntil === undefined ? {} : { holdUntil }),
      };
    }),
    route("POST /email/send/plan", ({ scope, body }) => plans.plan(scope, body)),
    route("POST /email/preview", ({ scope, person, body }) => previews.show({ scope, person }, body)),
    route("POST /email/send/test", ({ scope, person, body }) => testMails.send({ scope, person }, body)),
    route("GET /amplify/campaigns", ({ scope, query }) =>
      handledList(query, {
        whole: (asked) => pages.list(scope, asked),
        next: (asked) => pages.next(scope, asked),
      }),
    ),
    // Before single campaigns, of which "count" would otherwise be one.
    route("GET /amplify/campaigns/count", ({ scope }) => pages.count(scope)),
    route("GET /amplify/campaigns/{id}", async (incoming) => {
      await sending.refuseOther(incoming.scope, incoming.params.id);
      return pages.one(keyOf(incoming));
    }),
    route("GET /amplify/campaigns/{id}/parts", (incoming) => pages.parts(keyOf(incoming))),
    route("GET /amplify/campaigns/{id}/deliveries", async (incoming) => {
      await sending.refuseOther(incoming.scope, incoming.params.id);
      return pages.deliveries(keyOf(incoming), incoming.query);
    }),
    route("GET /amplify/campaigns/{id}/leads", (incoming) => pages.leads(keyOf(incoming), incoming.query)),
    route("GET /amplify/campaigns/{id}/links", (incoming) => pages.links(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/pause", (incoming) => campaigns.pause(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/resume", (incoming) => campaigns.resume(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/cancel", (incoming) => campaigns.cancel(keyOf(incoming))),
    route("POST /amplify/campaigns/{id}/account", (incoming) =>
      campaigns.move(keyOf(incoming), incoming.body),
    ),
    route("POST /amplify/campaigns/{id}/retry", async (incoming) => {
      const retried = await campaigns.retry(keyOf(incoming), incoming.body);
      return { message: inTexts(answerTexts).campaigns.retried(retried), retried };
    }),
  ];
}
