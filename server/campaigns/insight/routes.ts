import { insightLimits } from "../../../contract/limits/insight.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createPartStore } from "../../../db/stores/campaigns/insight/parts.ts";
import { createExportStore } from "../../../db/stores/identity/exports.ts";
import { createResponseStore } from "../../../db/stores/inbound/responses.ts";
import type { Core } from "../../core/core.ts";
import { longWork } from "../../core/longWork.ts";
import { refuseWithoutPlan } from "../../core/planAllowance.ts";
import { type Incoming, type Route, route } from "../../http/route.ts";
import { markingLinks } from "./heat.ts";
import { createInsightService } from "./insight.ts";
import { ledgerFile } from "./ledgerFile.ts";

const feature = "advancedAnalytics";

/** Stands before the routes of single campaigns, of which "compare" would otherwise be one. */
export function insightRoutes(core: Core, { campaigns }: { campaigns: CampaignStore }): Route[] {
  const insight = createInsightService(core);
  const parts = createPartStore(core.database);
  const files = createExportStore(core.database);
  const responses = createResponseStore(core.database);
  const keyOf = ({ scope, params }: Pick<Incoming<"GET /amplify/campaigns/{id}">, "scope" | "params">) => ({
    ...scope,
    id: params.id,
  });
  type Of = Pick<Incoming<"GET /amplify/campaigns/{id}">, "scope" | "params">;
  /** Whose campaign it is comes first: a plan says nothing of what is not one's own. */
  async function analysed(incoming: Of) {
    const key = keyOf(incoming);
    if ((await parts.campaignOf(key)) === null) throw refused("campaign_not_found");
    refuseWithoutPlan(core, { scope: incoming.scope, feature });
    return key;
  }
  return [
    route("GET /amplify/campaigns/compare", ({ scope, query }) => {
      refuseWithoutPlan(core, { scope, feature });
      return insight.compare(scope, [...new Set(query.ids.split(","))]);
    }),
    route("GET /amplify/campaigns/{id}/times", async (incoming) =>
      insight.times(await analysed(incoming), incoming.query),
    ),
    route("GET /amplify/campaigns/{id}/breakdown", async (incoming) => {
      const { by } = incoming.query;
      // What mails and accounts brought stands in their own sums.
      const isOfSums = by !== "link" && by !== "domain";
      return insight.breakdown(isOfSums ? keyOf(incoming) : await analysed(incoming), by);
    }),
    route("GET /amplify/campaigns/{id}/causes", (incoming) => insight.causes(keyOf(incoming))),
    route("GET /amplify/campaigns/{id}/picture", (incoming) =>
      insight.picture(keyOf(incoming), incoming.query.bars ?? insightLimits.barsMax),
    ),
    route("GET /amplify/campaigns/{id}/clicks", async (incoming) => {
      const { scope, query } = incoming;
      const { first, parts, links, mails } = await insight.mailOf(await analysed(incoming), query);
      const html = await campaigns.htmlOf({ workspaceId: scope.workspaceId, id: first.row.id });
      if (html === null) throw refused("campaign_not_found");
      const { publicUrl } = core.settings;
      const ownOrigin = publicUrl === null ? "" : new URL(publicUrl).origin;
      const marked = await longWork(scope, () => markingLinks(html, { links, ownOrigin }));
      const sum = (of: (part: (typeof parts)[number]) => number) =>
        parts.reduce((before, part) => before + of(part), 0);
      return {
        step: first.step,
        variantId: first.variantId,
        subject: first.row.subject,
        html: marked.html,
        sent: sum(({ counts }) => counts.sent),
        clicked: sum(({ reactions }) => reactions.clicked),
        links: links.map((link) => ({ ...link, place: marked.places.get(link.url) ?? null })),
        mails,
      };
    }),
    route("GET /amplify/campaigns/{id}/deliveries.csv", async (incoming) => {
      const found = await parts.campaignOf(keyOf(incoming));
      if (found === null) throw refused("campaign_not_found");
      return ledgerFile({ exports: files, responses }, incoming.scope, found.parts);
    }),
  ];
}
