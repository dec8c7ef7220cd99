import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { LeaseLost, leasedDatabase } from "../../../db/leasedDatabase.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createAccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import { settleLate } from "../../../db/stores/sending/lateOutcomes.ts";
import { Shares } from "../../../server/sending/dispatch/Shares.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

const account = { credentialId: "account", workspaceId: "ada" };
const shared = { leaseMs: 60_000, isAlone: false };
const claim = {
  workspaceId: "ada",
  campaignId: "campaign",
  credentialId: "account",
  now: 10,
  bucketAt: 0,
  countMax: 2,
};

async function addCampaign(database: Database, count: number): Promise<void> {
  const row = campaignRow({ id: "campaign", workspaceId: "ada", credentialId: "account", state: "running" });
  const deliveries = Array.from({ length: count }, (_, nth) => ({
    id: `d${nth}`,
    campaignId: "campaign",
    workspaceId: "ada",
    leadId: `l${nth}`,
    email: `l${nth}@in.test`,
    state: "queued" as const,
    attempts: 0,
    dueAt: 0,
  }));
  await database.atomically((write) => ({
    campaign: write.insert(database.tables.campaigns).values(row),
    deliveries: write.insert(database.tables.deliveries).values(deliveries),
  }));
}

eachDatabase("a lease on an account", (open) => {
  const database = emptyBeforeEach(open);

  test("is one sender's until it is given back, and its number grows with each holder", async () => {
    const leases = createAccountLeaseStore(database());
    expect(await leases.take({ ...account, ...shared, holder: "one" })).toMatchObject({
      credentialId: "account",
      lease: 1,
    });
    expect(await leases.take({ ...account, ...shared, holder: "two" })).toBeNull();
    expect(await leases.renew({ holder: "one", leaseMs: 60_000 })).toEqual([
      { credentialId: "account", lease: 1 },
    ]);
    await leases.giveBack("two", ["account"]);
    expect(await leases.take({ ...account, ...shared, holder: "two" })).toBeNull();
    await leases.giveBack("one", ["account"]);
    expect(await leases.take({ ...account, ...shared, holder: "two" })).toMatchObject({ lease: 2 });
    expect(await leases.renew({ holder: "one", leaseMs: 60_000 })).toEqual([]);
  });

  test("that is over is taken by another sender, for whom what was on its way is uncertain", async () => {
    const leases = createAccountLeaseStore(database());
    await addCampaign(database(), 3);
    const first = await leases.take({ ...account, holder: "one", leaseMs: -1, isAlone: false });
    if (first === null) throw new Error("a free account was not taken");
    const ledger = createLedger(leasedDatabase(database(), first));
    const claimed = await ledger.settleAndClaim([], claim);
    expect(claimed).toHaveLength(2);

    expect(await leases.take({ ...account, ...shared, holder: "two" })).toMatchObject({ lease: 2 });
    const counts = () => createLedger(database()).countsOf("campaign");
    expect(await counts()).toMatchObject({ queued: 1, sending: 0, uncertain: 2 });

    // The first one wakes up: it claims and settles nothing, but what was taken is known.
    const [sent, refused] = claimed.map(({ id, leadId }) => ({ id, leadId }));
    if (sent === undefined || refused === undefined) throw new Error("fewer were claimed");
    const late = [
      { ...sent, state: "sent" as const, reason: reason("accepted"), sentAt: 11 },
      { ...refused, state: "failed" as const, reason: reason("refused") },
    ];
    await expect(ledger.settleAndClaim(late, claim)).rejects.toBeInstanceOf(LeaseLost);
    expect(await counts()).toMatchObject({ queued: 1, sending: 0, uncertain: 2 });
    expect(await settleLate(database(), late)).toBe(1);
    expect(await counts()).toMatchObject({ queued: 1, sent: 1, uncertain: 1 });
    expect(await settleLate(database(), late)).toBe(0);
  });

  test("is taken whoever has it where one process has the database for itself", async () => {
    const leases = createAccountLeaseStore(database());
    await leases.take({ ...account, ...shared, holder: "one" });
    expect(await leases.take({ ...account, ...shared, holder: "two", isAlone: true })).toMatchObject({
      lease: 2,
    });
  });

  test("counts for its sender's share, as long as that is there", async () => {
    const leases = createAccountLeaseStore(database());
    await leases.renew({ holder: "one", leaseMs: 60_000 });
    await leases.renew({ holder: "two", leaseMs: 60_000 });
    await leases.renew({ holder: "gone", leaseMs: -1 });
    await leases.take({ ...account, ...shared, holder: "one" });
    expect(await leases.shares()).toEqual(
      new Map([
        ["one", 1],
        ["two", 0],
      ]),
    );
    await leases.leave("one");
    expect(await leases.shares()).toEqual(new Map([["two", 0]]));
    expect(await leases.take({ ...account, ...shared, holder: "two" })).not.toBeNull();
  });
});

/** Senders that look one after the other, as many times as it takes until nothing moves. */
async function settled(senders: string[][], wanted: readonly string[]): Promise<number[]> {
  const shares = senders.map((mine) => {
    const leastOfOthers = async () =>
      Math.min(...senders.filter((one) => one !== mine).map((one) => one.length));
    const leases = { has: (id: string) => mine.includes(id), held: () => mine, leastOfOthers };
    return new Shares({
      leases: {
        ...leases,
        get count() {
          return mine.length;
        },
      },
      isAlone: false,
    });
  });
  for (let look = 0; look < 20; look += 1)
    for (const [nth, mine] of senders.entries()) {
      const one = shares[nth] as Shares;
      for (const id of await one.tooMany(new Set(wanted))) mine.splice(mine.indexOf(id), 1);
      for (const id of wanted)
        if (!mine.includes(id) && one.mayTake(id) && !senders.some((other) => other.includes(id)))
          mine.push(id);
    }
  return senders.map((mine) => mine.length).sort();
}

test("senders come to shares that differ by one account at most, however they began", async () => {
  const accounts = Array.from({ length: 7 }, (_, nth) => `account${nth}`);
  expect(await settled([[], [], []], accounts)).toEqual([2, 2, 3]);
  expect(await settled([[...accounts], [], []], accounts)).toEqual([2, 2, 3]);
  expect(await settled([[...accounts], []], accounts)).toEqual([3, 4]);
  expect(await settled([[]], accounts)).toEqual([7]);
  expect(await settled([[], [], []], accounts.slice(0, 2))).toEqual([0, 1, 1]);
});

test("an account whose single mail is seen to is given to nobody until that is done", async () => {
  const mine = ["a", "b", "c"];
  const shares = new Shares({
    leases: { has: (id) => mine.includes(id), held: () => mine, count: 3, leastOfOthers: async () => 0 },
    isAlone: false,
  });
  const done = Promise.withResolvers<void>();
  const both = [shares.keeping("c", () => done.promise), shares.keeping("c", async () => {})];
  await both[1];
  // Nothing is sent through "a", and of the others one is more than this sender's share.
  expect(await shares.tooMany(new Set(["b", "c"]))).toEqual(["a", "b"]);
  expect(await shares.tooMany(new Set(["b"]))).toEqual(["a", "b"]);
  done.resolve();
  await both[0];
  expect(await shares.tooMany(new Set(["b"]))).toEqual(["a", "c"]);
});
