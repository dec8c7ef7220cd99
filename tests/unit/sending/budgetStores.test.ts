import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createRowMoveStore } from "../../../db/stores/campaigns/rowMoves.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const minuteMs = 60_000;
const noon = 30_000_000 * minuteMs;

eachDatabase("an account's booked mails", (open) => {
  const database = emptyBeforeEach(open);

  test("are given back in the minute in which they were booked, in the commit that settles them, once", async () => {
    const ledger = createLedger(database());
    await addCampaign(database(), 3);
    const claim = {
      campaignId: "campaign",
      credentialId: "account",
      workspaceId: "ada",
      countMax: 3,
      now: noon,
    };
    const claimed = await ledger.settleAndClaim([], { ...claim, bucketAt: noon });
    expect(claimed).toHaveLength(3);
    await createUsageStore(database()).record({
      credentialId: "account",
      workspaceId: "ada",
      bucketAt: noon + minuteMs,
      count: 5,
    });
    const refused = claimed.map(({ id, leadId }) => ({
      id,
      leadId,
      state: "deferred" as const,
      reason: said("421"),
      dueAt: noon + 1,
      unspent: { credentialId: "account", bucketAt: noon },
    }));
    await ledger.settleAndClaim(refused.slice(0, 2), null);
    expect(await booked(database())).toEqual({ [noon]: 1, [noon + minuteMs]: 5 });
    // Told a second time it changes nothing, for those mails are not under way any more.
    await ledger.settleAndClaim(refused.slice(0, 2), null);
    expect(await booked(database())).toEqual({ [noon]: 1, [noon + minuteMs]: 5 });
    await ledger.settleAndClaim(refused, null);
    expect(await booked(database())).toEqual({ [noon]: 0, [noon + minuteMs]: 5 });
    expect(await ledger.countsOf("campaign")).toMatchObject({ deferred: 3, sending: 0 });
  });

  test("are kept for what was taken, and for what was under way when the server was killed", async () => {
    const ledger = createLedger(database());
    await addCampaign(database(), 2);
    const claim = {
      campaignId: "campaign",
      credentialId: "account",
      workspaceId: "ada",
      countMax: 2,
      now: noon,
    };
    const [first] = await ledger.settleAndClaim([], { ...claim, bucketAt: noon });
    if (first === undefined) throw new Error("nothing was claimed");
    await ledger.settleAndClaim(
      [{ id: first.id, leadId: first.leadId, state: "sent", reason: said("250"), sentAt: noon }],
      null,
    );
    await createRowMoveStore(database()).recover({ at: noon, isAlone: true });
    expect(await booked(database())).toEqual({ [noon]: 2 });
  });

  test("never fall below none", async () => {
    const usage = createUsageStore(database());
    await usage.record({ credentialId: "account", workspaceId: "ada", bucketAt: noon, count: 1 });
    for (let n = 0; n < 3; n++) await usage.giveBack({ credentialId: "account", bucketAt: noon });
    await usage.giveBack({ credentialId: "account", bucketAt: noon + minuteMs });
    await usage.giveBack({ credentialId: "another", bucketAt: noon });
    expect(await booked(database())).toEqual({ [noon]: 0 });
  });
});

async function booked(database: Database): Promise<Record<number, number>> {
  const rows = await createUsageStore(database).bucketsSince({ credentialId: "account", since: 0 });
  return Object.fromEntries(rows.map(({ bucketAt, count }) => [bucketAt, count]));
}

async function addCampaign({ atomically, tables }: Database, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `d${index}`);
  await atomically((write) => ({
    campaigns: write.insert(tables.campaigns).values(campaignRow({ total: count })),
    deliveries: write.insert(tables.deliveries).values(
      ids.map((id) => ({
        id,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: `lead-${id}`,
        email: `${id}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: noon,
      })),
    ),
  }));
}
