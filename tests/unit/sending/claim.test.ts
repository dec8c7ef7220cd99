import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createRowMoveStore } from "../../../db/stores/campaigns/rowMoves.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const claim = { workspaceId: "ada", campaignId: "campaign", credentialId: "account", now: 10, bucketAt: 0 };

eachDatabase("a claim", (open) => {
  const database = emptyBeforeEach(open);

  test("books what it took, however much it was allowed and however much waits", async () => {
    const ledger = createLedger(database());
    await addCampaign(database(), 7);
    expect(await ledger.settleAndClaim([], { ...claim, countMax: 4 })).toHaveLength(4);
    expect(await booked(database())).toBe(4);
    expect(await ledger.settleAndClaim([], { ...claim, countMax: 100 })).toHaveLength(3);
    expect(await booked(database())).toBe(7);
    expect(await ledger.settleAndClaim([], { ...claim, countMax: 100 })).toEqual([]);
    expect(await booked(database())).toBe(7);
  });

  test("takes put-off mails first, once they are due, and none twice", async () => {
    const ledger = createLedger(database());
    await addCampaign(database(), 3);
    const [first] = await ledger.settleAndClaim([], { ...claim, countMax: 1 });
    if (first === undefined) throw new Error("nothing was claimed");
    const { id, leadId } = first;
    const putOff = { id, leadId, state: "deferred" as const, reason: said("421"), dueAt: 20 };
    const early = await ledger.settleAndClaim([putOff], { ...claim, countMax: 1 });
    const due = await ledger.settleAndClaim([], { ...claim, now: 20, countMax: 1 });
    const rest = await ledger.settleAndClaim([], { ...claim, now: 20, countMax: 9 });
    expect(due.map((row) => row.id)).toEqual([first.id]);
    expect(new Set([...early, ...due, ...rest].map((row) => row.id)).size).toBe(3);
  });

  test("takes and books nothing of a campaign that was paused", async () => {
    await addCampaign(database(), 3);
    const pause = { id: "campaign", from: ["running" as const], to: "paused" as const };
    await createCampaignStore(database()).changeState(pause);
    expect(await createLedger(database()).settleAndClaim([], { ...claim, countMax: 3 })).toEqual([]);
    expect(await booked(database())).toBe(0);
  });
});

eachDatabase("a claim beside another campaign that runs", (open) => {
  const database = emptyBeforeEach(open);

  test("takes and books nothing of one that was paused, that goes out through another account, or that is the other one's", async () => {
    await addCampaign(database(), 3);
    const { campaigns } = database().tables;
    const beside = campaignRow({ id: "beside", requestKey: "beside" });
    await database().atomically((write) => ({ beside: write.insert(campaigns).values(beside) }));
    const ledger = createLedger(database());
    const claimed = (changes: object) => ledger.settleAndClaim([], { ...claim, countMax: 9, ...changes });
    expect(await claimed({ campaignId: "beside" })).toEqual([]);
    expect(await claimed({ credentialId: "another" })).toEqual([]);
    const pause = { id: "campaign", from: ["running" as const], to: "paused" as const };
    await createCampaignStore(database()).changeState(pause);
    expect(await claimed({})).toEqual([]);
    expect(await booked(database())).toBe(0);
    await createCampaignStore(database()).changeState({ ...pause, from: ["paused"], to: "running" });
    expect((await claimed({ countMax: 1 })).map(({ id }) => id)).toEqual(["d0"]);
    expect((await ledger.underWay()).map(({ id }) => id)).toEqual(["d0"]);
  });
});

eachDatabase("an account that is being deleted", (open) => {
  const database = emptyBeforeEach(open);

  test("leaves no mail waiting in a campaign that it cancelled, were the server killed right then", async () => {
    await addCampaign(database(), 3);
    await createAccountDataStore(database()).stopSending({ workspaceId: "ada", now: 5 });
    const moves = createRowMoveStore(database());
    const noted = await moves.noted();
    expect(noted.map(({ campaignId }) => campaignId)).toEqual(["campaign"]);
    for (const move of noted) await moves.goOn(move, { countMax: 10, now: 5 });
    expect(await createLedger(database()).countsOf("campaign")).toMatchObject({ queued: 0, skipped: 3 });
  });
});

async function addCampaign(database: Database, count: number): Promise<void> {
  const { tables } = database;
  const numbers = Array.from({ length: count }, (_, n) => n);
  await database.atomically((write) => ({
    campaign: write.insert(tables.campaigns).values(campaignRow({ total: count })),
    deliveries: write.insert(tables.deliveries).values(
      numbers.map((n) => ({
        id: `d${n}`,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: `l${n}`,
        email: `${n}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: n,
      })),
    ),
  }));
}

async function booked(database: Database): Promise<number> {
  const counts = await createUsageStore(database).countsSince(["account"], -1);
  return counts.get("account") ?? 0;
}
