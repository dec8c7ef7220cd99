import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createOverflowStore } from "../../../db/stores/campaigns/plans/overflows.ts";
import { createPlanAudienceStore } from "../../../db/stores/campaigns/plans/planAudience.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import { createRowMoveStore, retryMove } from "../../../db/stores/campaigns/rowMoves.ts";
import { createSweepStore } from "../../../db/stores/campaigns/transactional/sweeping.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createLeadHistoryStore } from "../../../db/stores/leads/leadHistory.ts";
import { createStepStore } from "../../../db/stores/start/steps.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookOutbox } from "../../../db/stores/webhooks/outbox.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import { sqlitePlans } from "../../support/db/sqlitePlans.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { leadRow } from "../../support/smtp/sendingRows.ts";

const { workspaceId, userId } = scopeNamed("ada");
const key = { workspaceId, id: "hook" };
const countMax = 5;

/** Long work that is done a slice at a time, and by what the rows of a slice are found once a query named them. */
const slices: Record<string, [(database: Database) => Promise<unknown>, string]> = {
  "skipping what is left of a cancelled campaign": [
    (database) =>
      createRowMoveStore(database).goOn({ campaignId: "c", move: "skip", at: 5 }, { countMax, now: 5 }),
    "deliveries USING INDEX sqlite_autoindex_deliveries_1 (id=?)",
  ],
  "putting failed mails back in the queue": [
    (database) => {
      const move = retryMove({ states: ["failed"], code: null });
      return createRowMoveStore(database).goOn({ campaignId: "c", move, at: 5 }, { countMax, now: 5 });
    },
    "deliveries USING INDEX sqlite_autoindex_deliveries_1 (id=?)",
  ],
  "giving what waits of a part to another": [
    (database) =>
      createRowMoveStore(database).goOn({ campaignId: "c", move: "to d", at: 0 }, { countMax, now: 5 }),
    "deliveries USING INDEX sqlite_autoindex_deliveries_1 (id=?)",
  ],
  "moving mails that wait to another account": [
    (database) =>
      createOverflowStore(database).overflow({
        key: { workspaceId, id: "plan" },
        from: { id: "from" },
        to: { id: "to" },
        countMax,
        now: 5,
      }),
    "deliveries USING INDEX sqlite_autoindex_deliveries_1 (id=?)",
  ],
  "throwing a removed webhook's log away": [
    (database) => createWebhookStore(database).removeLog(key, countMax),
    "webhookDeliveries USING INDEX sqlite_autoindex_webhookDeliveries_1 (webhookId=? AND eventId=?)",
  ],
  "telling a webhook a span of events again": [
    (database) =>
      createWebhookLogStore(database).redeliverSpan({
        ...key,
        from: 0,
        to: 5,
        states: ["given_up" as const],
        countMax,
      }),
    "webhookDeliveries USING INDEX sqlite_autoindex_webhookDeliveries_1 (webhookId=? AND eventId=?)",
  ],
  "trying the first of a webhook's waiting events": [
    (database) => createWebhookOutbox(database).hurry({ ...key, lease: 1 }, { which: "one", now: 5 }),
    "webhookDeliveries USING INDEX sqlite_autoindex_webhookDeliveries_1 (webhookId=? AND eventId=?)",
  ],
  "throwing away what webhooks were told long ago": [
    (database) => createWebhookLogStore(database).forget({ keptMs: 5, countMax }),
    "webhookDeliveries USING INDEX webhook_deliveries_number (number=?)",
  ],
};

test.each(Object.entries(slices))(
  "%s reads the rows of its slice, and not all that come after it each time",
  async (_, [ask, foundBy]) => {
    const plans = await sqlitePlans(ask);
    const [table = ""] = foundBy.split(" ");
    const ofTable = plans.map(([first = ""]) => first).filter((first) => first.split(" ")[1] === table);
    expect(ofTable).not.toEqual([]);
    for (const first of ofTable) expect(first.replace("USING COVERING", "USING")).toBe(`SEARCH ${foundBy}`);
  },
);

test("an audience of a collection that has few members is looked for among those, and not in the whole workspace", async () => {
  const plans = await sqlitePlans(async (database) => {
    const audience = { everyone: false, collections: ["spring"], leads: [], after: null };
    const asked = { workspaceId, audience, segments: [], rules: [{ kind: "optedOut" as const }] };
    const store = createPlanAudienceStore(database);
    await store.counts(asked);
    await store.page(asked, { rules: null, afterId: "", countMax });
    await Array.fromAsync(store.slices(asked));
  });
  const ofLeads = plans.map(([first = ""]) => first).filter((first) => first.split(" ")[1] === "leads");
  expect(ofLeads).toHaveLength(3);
  for (const first of ofLeads) expect(first).toContain("USING INDEX sqlite_autoindex_leads_1 (id=?)");
});

test("of a campaign whose recipients are left out, only the mails to an audience's few members are looked at", async () => {
  const plans = await sqlitePlans((database) => {
    const audience = { everyone: false, collections: ["spring"], leads: [], after: null };
    const asked = { workspaceId, audience, segments: [], rules: [{ kind: "campaign" as const, id: "m" }] };
    return createPlanAudienceStore(database).counts(asked);
  });
  const ofMails = plans.flat().filter((line) => line.split(" ")[1] === "deliveries");
  expect(ofMails).toEqual([
    "SEARCH deliveries USING INDEX deliveries_campaign_lead (campaignId=? AND leadId=?)",
  ]);
});

/** What looks through a workspace's campaigns. */
const looks: Record<string, (database: Database) => Promise<unknown>> = {
  "a lead's history": (database) =>
    createLeadHistoryStore(database).of({ workspaceId, leadId: "lead", before: null, countMax }),
  "a search for a campaign": (database) =>
    createPlanListStore(database).page({
      workspaceId,
      search: "spring",
      states: null,
      archived: false,
      sort: "createdAt",
      desc: true,
      offset: 0,
      countMax,
    }),
  "what a socket is told first": (database) =>
    createCampaignStore(database).currentOf({ workspaceId, finishedSince: 5, countMax }),
  "what a workspace holds": (database) => createAccountDataStore(database).holdingsOf(workspaceId),
  "whether anything was sent yet": (database) => createStepStore(database).of({ workspaceId, userId }),
  "an audience without those who were mailed lately": (database) =>
    createPlanAudienceStore(database).counts({
      workspaceId,
      audience: { everyone: true, collections: [], leads: [], after: null },
      segments: [],
      rules: [{ kind: "recent", since: 5 }],
    }),
};

test.each(Object.entries(looks))("%s reads no mails that programs asked for one by one", async (_, ask) => {
  const plans = await sqlitePlans(ask);
  const ofCampaigns = plans.flat().filter((line) => line.split(" ")[1] === "campaigns");
  expect(ofCampaigns).not.toEqual([]);
  for (const line of ofCampaigns)
    expect(line.replace("USING COVERING", "USING")).toStartWith(
      "SEARCH campaigns USING INDEX campaigns_parts (workspaceId=?",
    );
});

test("the parts of campaigns are looked for by these, and not among all mails of the workspace", async () => {
  const plans = await sqlitePlans((database) => createPlanListStore(database).partsOf(workspaceId, ["plan"]));
  const ofCampaigns = plans.flat().filter((line) => line.split(" ")[1] === "campaigns");
  expect(ofCampaigns).toEqual(["SEARCH campaigns USING INDEX campaigns_plan (planId=?)"]);
});

test("of the mails that an audience leaves leads out by, a piece of it reads those of its own leads", async () => {
  const plans = await sqlitePlans(async (database) => {
    const leads = ["a", "b", "c"].map((id) =>
      leadRow(id, `${id}@in.test`, { workspaceId, firstName: id, searchText: id, emailHash: id }),
    );
    await database.atomically((write) => ({ leads: write.insert(database.tables.leads).values(leads) }));
    const after = { campaignId: "m", unless: "opened" as const };
    const asked = {
      workspaceId,
      audience: { everyone: false, collections: [], leads: [], after },
      segments: [],
    };
    const rules = [
      { kind: "campaign" as const, id: "m" },
      { kind: "recent" as const, since: 5 },
    ];
    await createPlanAudienceStore(database, 4).counts({ ...asked, rules });
  });
  const [, ...pieces] = plans.filter((plan) => plan.some((line) => line.includes("deliveries")));
  // Two ends, of which the last piece lacks the second.
  for (const plan of pieces)
    for (const line of plan.filter((line) => line.split(" ")[1] === "deliveries"))
      expect(line).toStartWith(
        "SEARCH deliveries USING INDEX deliveries_campaign_lead (campaignId=? AND leadId>?",
      );
  expect(pieces.length).toBeGreaterThan(0);
});

test("transactional calls whose content is to be thrown away are found among those that have it", async () => {
  const plans = await sqlitePlans((database) =>
    createSweepStore(database).empty({ now: 5, retryBefore: 1, countMax }),
  );
  const [first = "", second = ""] = plans.flat();
  expect(first).toContain("transactionalCalls USING INDEX transactional_calls_full");
  expect(second).toBe("SEARCH campaigns USING INDEX campaigns_owner (workspaceId=? AND id=?)");
});
