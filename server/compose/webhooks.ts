import { refused } from "../../contract/refused.ts";
import type { Delivery } from "../../contract/schemas/campaign.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import { createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLeadListStore } from "../../db/stores/leads/leadLists.ts";
import { createWebhookStore } from "../../db/stores/webhooks/webhooks.ts";
import type { Core } from "../core/core.ts";
import type { Notices } from "../identity/notices.ts";
import { createLeadFieldReader, leadAnswer } from "../leads/index.ts";
import { createDrawing, type Shown } from "../webhooks/drawing.ts";
import { webhookRoutes } from "../webhooks/routes.ts";
import { createWebhookRunner } from "../webhooks/runner.ts";
import { createWebhookService } from "../webhooks/webhooks.ts";

type Parts = {
  notices: Notices;
  campaign: Shown["campaign"];
  import: Shown["import"];
  accounts: {
    list(scope: Parameters<Shown["account"]>[0]): Promise<Awaited<ReturnType<Shown["account"]>>[]>;
  };
  deliveryAnswer(row: never, part: never): Delivery;
};

/** Webhooks over what other domains show of themselves. */
export function composeWebhooks(core: Core, { notices, ...parts }: Parts) {
  const store = createWebhookStore(core.database);
  const runner = createWebhookRunner(core, {
    draw: createDrawing(shownBy(core, parts)),
    async pause(webhook, why) {
      const { workspaceId, id, name } = webhook;
      const job = notices.jobFor({ letter: "webhookPaused", userId: workspaceId, name });
      core.log.warn("A webhook was paused", { workspace: workspaceId, webhook: id, reason: why.code });
      if ((await store.pause({ workspaceId, id }, { why, job })) !== null && job !== null) notices.written();
    },
  });
  const service = createWebhookService(core, {
    wake: runner.wake,
    notice: {
      jobFor: ({ userId, name, url }) =>
        notices.jobFor({ letter: "webhookAimed", userId, name, host: new URL(url).host }),
      written: notices.written,
    },
  });
  return { runner, forgetOld: service.forgetOld, routes: webhookRoutes(service) };
}

function shownBy(core: Core, parts: Omit<Parts, "notices">): Shown {
  const lists = createLeadListStore(core.database);
  const definitionsOf = createLeadFieldReader(core);
  const campaigns = createCampaignStore(core.database);
  return {
    async lead({ workspaceId }, kept): Promise<Lead> {
      const row = { ...kept, optout: Boolean(kept.optout) } as never as Parameters<typeof leadAnswer>[0];
      const collections = await lists.collectionNamesOf({ workspaceId, leadId: row.id });
      return leadAnswer({ ...row, collections }, await definitionsOf({ workspaceId }));
    },

    async delivery(_scope, kept) {
      const campaignId = String(kept.campaignId);
      const part = await campaigns.byId(campaignId);
      const { triedAt: _, ...delivery } = parts.deliveryAnswer(kept as never, part as never);
      return { ...delivery, campaignId: part?.planId ?? campaignId };
    },

    campaign: parts.campaign,
    import: parts.import,

    async account(key) {
      const account = (await parts.accounts.list(key)).find(({ _id }) => _id === key.id);
      if (account === undefined) throw refused("account_not_found");
      return account;
    },
  };
}
