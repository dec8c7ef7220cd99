import { expect, test } from "bun:test";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { deliveryStates } from "../../../contract/schemas/campaign.ts";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createPlanSteeringStore } from "../../../db/stores/campaigns/plans/planSteering.ts";
import { createRowMoveStore } from "../../../db/stores/campaigns/rowMoves.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createClickStore } from "../../../db/stores/tracking/clicks.ts";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { activityOf } from "../../../server/campaigns/plans/planActivities.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { campaignRow, planRow } from "../../support/smtp/sendingRows.ts";

const now = 5_000;
/** Of whoever lets nobody else have a turn. */
const alone = { turn: async () => {} };
let lastId = 0;
const steered = { newId: () => `activity ${++lastId}`, clock: { now: () => now } };

eachDatabase("a campaign's counts", (open) => {
  const database = emptyBeforeEach(open);

  test("are those of its rows after every change that the product makes to them", async () => {
    const ledger = createLedger(database());
    await add(database(), "one", 8);
    await add(database(), "two", 3);
    await expectTrue(database(), { one: 8, two: 3 });
    const claimed = await ledger.settleAndClaim([], claimOf("one", 6));
    await expectTrue(database());
    const [a, b, c, d, e, f] = claimed.map(({ id, leadId }) => ({ id, leadId }));
    if (!a || !b || !c || !d || !e || !f) throw new Error("nothing was claimed");
    await ledger.settleAndClaim(
      [
        { ...a, state: "sent", reason: said("250"), sentAt: now },
        { ...b, state: "failed", reason: said("550") },
        { ...c, state: "deferred", reason: said("421"), dueAt: now },
        { ...d, state: "queued" },
        { ...e, state: "uncertain", reason: said("cut") },
      ],
      claimOf("one", 2),
    );
    expect((await ledger.countsOf("one")).sent).toBe(1);
    await expectTrue(database());
    // Told twice: it changes nothing.
    await ledger.settleAndClaim([{ ...a, state: "failed", reason: said("550") }], null);
    await expectTrue(database());
    const moves = createRowMoveStore(database());
    await moves.recover({ at: now, isAlone: true });
    await expectTrue(database());
    const steering = createPlanSteeringStore(database());
    const of = (id: string) => {
      const key = { workspaceId: "ada", id };
      return {
        key,
        activity: activityOf(steered, { key, by: null, activity: reason("did_resume") }),
        at: now,
      };
    };
    await steering.retry({ ...of("one"), states: ["failed", "uncertain"], code: null });
    await steering.cancel(of("two"));
    for (const move of await moves.noted()) await moves.goOn(move, { countMax: 2, now });
    expect([(await ledger.countsOf("two")).skipped, (await ledger.countsOf("two")).queued]).toEqual([2, 1]);
    await expectTrue(database());
    await ledger.recount("one");
    await expectTrue(database());
  });
});

eachDatabase("what came back to a campaign", (open) => {
  const database = emptyBeforeEach(open);

  test("tells who opened and who clicked, also when a click turns out to be a machine's", async () => {
    await add(database(), "one", 3);
    const recipients = createRecipientStore(database());
    const clicks = createClickStore(database());
    const click = { deliveryId: "one-0", workspaceId: "ada", isMachine: false, burstMs: 100 };
    await recipients.countFirstOpen({ workspaceId: "ada", deliveryId: "one-0", now });
    await recipients.countFirstOpen({ workspaceId: "ada", deliveryId: "one-0", now });
    await recipients.noteMachineOpen({ workspaceId: "ada", deliveryId: "one-1", now });
    await clicks.record({ ...click, linkId: "first", now });
    const { reactions } = await createLedger(database()).allCountsOf("one");
    expect(reactions).toEqual({ opened: 1, machineOpened: 1, clicked: 1 });
    await clicks.record({ ...click, linkId: "second", now: now + 1 });
    expect((await createLedger(database()).allCountsOf("one")).reactions.clicked).toBe(0);
    await expectTrue(database());
  });

  test("are undone with the change that fails, and end with their campaign", async () => {
    await add(database(), "one", 3);
    const { deliveries } = database().tables;
    const failing = database().atomically(
      (write) => ({ changed: write.update(deliveries).set({ state: "sent" }) }),
      () => {
        throw new Error("the disk is full");
      },
    );
    await expect(failing).rejects.toThrow("the disk is full");
    await expectTrue(database(), { one: 3 });
    await createLedger(database()).removeAllOf({ workspaceId: "ada", campaignId: "one" }, alone);
    expect(await stored(database())).toEqual({});
    await add(database(), "two", 3);
    await createAccountDataStore(database()).removeSome({ workspaceId: "ada", countMax: 2 });
    await expectTrue(database(), { two: 1 });
    await createAccountDataStore(database()).removeRest("ada");
    expect(await stored(database())).toEqual({});
  });
});

eachDatabase("a campaign's content", (open) => {
  const database = emptyBeforeEach(open);

  test("is stored with it, once for each request, and goes with it", async () => {
    const campaigns = createCampaignStore(database());
    expect(await campaigns.addUnlessKnown({ ...campaignRow(), html: "<p>One</p>" })).toBe(true);
    expect(await campaigns.addUnlessKnown({ ...campaignRow({ id: "again" }), html: "<p>Two</p>" })).toBe(
      false,
    );
    const contentOf = (workspaceId: string, id: string) => campaigns.htmlOf({ workspaceId, id });
    expect(await contentOf("ada", "campaign")).toBe("<p>One</p>");
    expect([await contentOf("ada", "again"), await contentOf("eve", "campaign")]).toEqual([null, null]);
    const ledger = createLedger(database());
    await ledger.removeAllOf({ workspaceId: "eve", campaignId: "campaign" }, alone);
    expect(await contentOf("ada", "campaign")).toBe("<p>One</p>");
    await ledger.removeAllOf({ workspaceId: "ada", campaignId: "campaign" }, alone);
    expect(await database().read.select().from(database().tables.campaignContents)).toEqual([]);
  });
});

eachDatabase("a send that is taken back, or was never whole,", (open) => {
  const database = emptyBeforeEach(open);
  const key = { workspaceId: "ada", id: "one" };

  test("goes in batches between which others have a turn, and cannot begin any more meanwhile", async () => {
    await add(database(), "one", 2 * sendLimits.removeBatch + 1);
    const { campaigns, campaignPlans } = database().tables;
    await database().atomically((write) => ({
      part: write.update(campaigns).set({ state: "preparing" }),
      plan: write.update(campaignPlans).set({ state: "preparing" }),
    }));
    const left: number[] = [];
    const turn = async () => {
      left.push(Object.values(await stored(database()))[0]?.queued ?? 0);
      const sums = { total: 3, accepted: 3 };
      expect(await createCampaignStore(database()).accept({ ...key, at: now, ...sums })).toBeNull();
      const begun = await createCampaignStore(database()).inPreparation(now * 2);
      expect(begun).toEqual([{ workspaceId: "ada", campaignId: "one" }]);
    };
    await createLedger(database()).removeAllOf({ workspaceId: "ada", campaignId: "one" }, { turn });
    expect(left).toEqual([sendLimits.removeBatch + 1, 1]);
    expect(await stored(database())).toEqual({});
    expect(await database().read.select().from(campaigns)).toEqual([]);
    expect(await database().read.select().from(campaignPlans)).toEqual([]);
  });
});

function claimOf(campaignId: string, countMax: number) {
  return { campaignId, credentialId: "account", workspaceId: "ada", countMax, now, bucketAt: 0 };
}

async function add({ atomically, tables }: Database, campaignId: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  await atomically((write) => ({
    plan: write.insert(tables.campaignPlans).values(planRow(campaignId)),
    campaigns: write
      .insert(tables.campaigns)
      .values(campaignRow({ id: campaignId, requestKey: campaignId, planId: campaignId })),
    deliveries: write.insert(tables.deliveries).values(
      numbers.map((n) => ({
        id: `${campaignId}-${n}`,
        campaignId,
        workspaceId: "ada",
        leadId: `l${n}`,
        email: `${n}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: now,
      })),
    ),
  }));
}

type Stored = Record<string, Record<string, number>>;

async function stored({ read, tables }: Database): Promise<Stored> {
  const rows = await read.select().from(tables.campaignCounts);
  return Object.fromEntries(
    rows.map(({ campaignId, workspaceId: _owner, ...counts }) => [campaignId, counts]),
  );
}

/** Counts the rows one by one, as nobody else does. */
async function expectTrue(database: Database, totals?: Record<string, number>): Promise<void> {
  const { read, tables } = database;
  const counts = await stored(database);
  const all = await read.select().from(tables.deliveries);
  for (const [campaignId, kept] of Object.entries(counts)) {
    const rows = all.filter((row) => row.campaignId === campaignId);
    const inState = deliveryStates.map((state) => [state, rows.filter((row) => row.state === state).length]);
    expect(kept).toEqual({
      ...Object.fromEntries(inState),
      opened: rows.filter((row) => row.openedAt !== null).length,
      machineOpened: rows.filter((row) => row.machineOpenedAt !== null).length,
      clicked: rows.filter((row) => row.clickedAt !== null).length,
    });
    if (totals) expect(rows).toHaveLength(totals[campaignId] ?? 0);
  }
  if (totals) expect(Object.keys(counts).sort()).toEqual(Object.keys(totals).sort());
}
