import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { inboundMailLimits } from "../../../contract/limits/accounts/inboundMails.ts";
import type { Database } from "../../../db/database.ts";
import { createBouncedAddressStore, returning } from "../../../db/stores/inbound/bouncedAddresses.ts";
import { createSuppressionStore } from "../../../db/stores/leads/suppressions.ts";
import { createOptoutStore } from "../../../db/stores/tracking/optouts.ts";
import { createRecipientStore } from "../../../db/stores/tracking/recipients.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";

type Who = { workspaceId: string; email: string; emailHash: string; leadId: string };

const hashOf = (email: string) => `hash of ${email}`;

/** Bob and Cid of one workspace and a Bob of another, each of whom has had a mail. */
async function recipients(database: Database): Promise<{ bob: Who; cid: Who; other: Who; all: Who[] }> {
  let ids = 0;
  const core = { database, clock: { now: () => 1_000 }, newId: () => `id-${++ids}` };
  const made = async (workspaceId: string, email: string) => {
    const { leadId } = await sentDelivery(core, { workspaceId, email });
    const who = { workspaceId, email, emailHash: hashOf(email), leadId };
    await moves(database, who, email);
    return who;
  };
  const bob = await made("u1", "bob@in.test");
  const cid = await made("u1", "cid@in.test");
  const other = await made("u2", "bob@in.test");
  return { bob, cid, other, all: [bob, cid, other] };
}

/** Writes another address into the lead of somebody. */
async function moves(database: Database, { workspaceId, leadId }: Who, email: string): Promise<void> {
  const { leads } = database.tables;
  await database.atomically((write) => ({
    moved: write
      .update(leads)
      .set({ email, emailHash: hashOf(email) })
      .where(and(eq(leads.workspaceId, workspaceId), eq(leads.id, leadId))),
  }));
}

function leavingOf({ workspaceId, emailHash, leadId }: Who, now: number) {
  return {
    id: `left-${workspaceId}-${emailHash}-${now}`,
    workspaceId,
    emailHash,
    leadId,
    now,
    campaignId: "",
    deliveryId: "",
  };
}

async function leaves(database: Database, who: Who, now: number): Promise<void> {
  await createRecipientStore(database).unsubscribe({ ...leavingOf(who, now), email: who.email });
}

/** Whose leads are opted out, whom nothing is sent to, and who is noted to have left. */
async function out(database: Database, all: readonly Who[]) {
  const { leads } = database.tables;
  const suppressions = createSuppressionStore(database);
  const optouts = createOptoutStore(database);
  const found = [];
  for (const who of all) {
    const { workspaceId, emailHash, leadId } = who;
    const [lead] = await database.read
      .select({ optout: leads.optout })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), eq(leads.id, leadId)));
    const said = await suppressions.saidOf({ workspaceId, emailHash });
    const [barred, ...more] = await suppressions.suppressedAmong(workspaceId, [emailHash]);
    expect(more).toEqual([]);
    const [left] = await optouts.ofAddress({ workspaceId, emailHash, countMax: 1 });
    const isGone = left !== undefined && left.returnedAt === null;
    found.push({ optout: lead?.optout, source: said?.source ?? null, barred: barred?.[1] ?? null, isGone });
  }
  return found;
}

const stays = { optout: false, source: null, barred: null, isGone: false };
const gone = { optout: true, source: "recipient" as const, barred: "unsubscribed" as const, isGone: true };

eachDatabase("whoever leaves by a mail", (open) => {
  const database = emptyBeforeEach(open);

  test("leaves for themselves and that workspace alone, and so does whoever comes back", async () => {
    const { bob, cid, other, all } = await recipients(database());
    await leaves(database(), bob, 2_000);
    expect(await out(database(), all)).toEqual([gone, stays, stays]);
    for (const who of [cid, other]) await leaves(database(), who, 3_000);
    await createOptoutStore(database()).comeBack({ ...bob, now: 4_000 });
    expect(await out(database(), all)).toEqual([stays, gone, gone]);
  });

  test("stays out after coming back where the owner keeps them out too", async () => {
    const { bob, cid, all } = await recipients(database());
    for (const who of [bob, cid]) await leaves(database(), who, 2_000);
    await createSuppressionStore(database()).optOut({
      workspaceId: "u1",
      addresses: [bob, cid],
      source: "owner",
      now: 3_000,
    });
    await createOptoutStore(database()).comeBack({ ...bob, now: 4_000 });
    const kept = { ...gone, source: "owner" as const, isGone: false };
    expect(await out(database(), all)).toEqual([kept, gone, stays]);
    const said = await createSuppressionStore(database()).saidOf(bob);
    expect(said).toEqual({ source: "owner", createdAt: 3_000, ownerAt: null });
  });

  test("comes back only from what they said themselves", async () => {
    const { bob, all } = await recipients(database());
    await createSuppressionStore(database()).optOut({
      workspaceId: "u1",
      addresses: [bob],
      source: "owner",
      now: 2_000,
    });
    await createOptoutStore(database()).comeBack({ ...bob, now: 3_000 });
    expect(await out(database(), all)).toEqual([{ ...gone, source: "owner", isGone: false }, stays, stays]);
  });

  test("speaks for their lead at its new address too, as the workspace's word", async () => {
    const { bob, all } = await recipients(database());
    await moves(database(), bob, "bob@new.test");
    await leaves(database(), bob, 2_000);
    const moved = { ...bob, email: "bob@new.test", emailHash: hashOf("bob@new.test") };
    expect(await out(database(), [...all, moved])).toEqual([
      gone,
      stays,
      stays,
      { ...gone, source: "owner", isGone: false },
    ]);
    await createOptoutStore(database()).comeBack({ ...bob, now: 3_000 });
    expect((await out(database(), [moved]))[0]).toMatchObject({ optout: true, source: "owner" });
  });
});

eachDatabase("whoever has left", (open) => {
  const database = emptyBeforeEach(open);

  test("says why they left this time, and of nobody else", async () => {
    const { bob, cid, other } = await recipients(database());
    const optouts = createOptoutStore(database());
    await leaves(database(), bob, 2_000);
    await optouts.comeBack({ ...bob, now: 3_000 });
    for (const who of [bob, cid, other]) await leaves(database(), who, 4_000);
    await optouts.sayWhy({ ...bob, reason: "too_many", words: "every day" });
    const reasons = async (who: Who, countMax = 9) =>
      (await optouts.ofAddress({ ...who, countMax })).map(({ createdAt, reason }) => [createdAt, reason]);
    expect(await reasons(bob)).toEqual([
      [4_000, "too_many"],
      [2_000, null],
    ]);
    expect(await reasons(bob, 1)).toEqual([[4_000, "too_many"]]);
    for (const who of [cid, other]) expect(await reasons(who)).toEqual([[4_000, null]]);
  });

  test("has a mail sent to come back by once in so long", async () => {
    const { bob, cid } = await recipients(database());
    const optouts = createOptoutStore(database());
    for (const who of [bob, cid]) await leaves(database(), who, 2_000);
    const asks = async (who: Who, now: number, after: number) =>
      (await optouts.askBack({ ...leavingOf(who, now), after })) !== null;
    expect(await asks(bob, 3_000, 2_500)).toBe(true);
    expect(await asks(bob, 3_100, 2_999)).toBe(false);
    expect(await asks(cid, 3_100, 2_999)).toBe(true);
    expect(await asks(bob, 3_200, 3_000)).toBe(true);
  });
});

type Back = { at: number; isForGood: boolean };

async function comesBack(database: Database, { workspaceId, emailHash }: Who, back: Back): Promise<void> {
  await database.atomically((write) => ({
    noted: returning(write, database.tables, { workspaceId, emailHash, words: "550", ...back }),
  }));
}

eachDatabase("an address from which mails come back", (open) => {
  const database = emptyBeforeEach(open);

  test("is barred by itself in its workspace, until somebody says that it takes mail again", async () => {
    const { bob, cid, other, all } = await recipients(database());
    const bounced = createBouncedAddressStore(database());
    await comesBack(database(), bob, { at: 5_000, isForGood: true });
    await comesBack(database(), cid, { at: 5_000, isForGood: false });
    const barred = async () => (await out(database(), all)).map((one) => one.barred);
    expect(await barred()).toEqual(["address_bounced", null, null]);
    expect(await bounced.one(bob)).toMatchObject({ count: 1, forGoodAt: 5_000, words: "550" });
    expect(await bounced.one(cid)).toMatchObject({ count: 1, forGoodAt: null });
    expect(await bounced.one(other)).toBeNull();
    // Somebody's word outranks what a server said.
    await leaves(database(), bob, 6_000);
    expect(await barred()).toEqual(["unsubscribed", null, null]);
    expect(await bounced.forget(other)).toBe(false);
    expect(await bounced.forget(bob)).toBe(true);
    expect(await bounced.one(bob)).toBeNull();
    expect(await bounced.one(cid)).not.toBeNull();
  });

  test("is barred after some in a row that may pass, and not where long is between them", async () => {
    const { bob, cid } = await recipients(database());
    const { returnsForGood, returnsWithinMs } = inboundMailLimits;
    const bounced = createBouncedAddressStore(database());
    for (let nth = 1; nth <= returnsForGood; nth++) {
      await comesBack(database(), bob, { at: nth * returnsWithinMs, isForGood: false });
      await comesBack(database(), cid, { at: nth * (returnsWithinMs - 1), isForGood: false });
      expect(await bounced.one(bob)).toMatchObject({ count: 1, forGoodAt: null });
      const isLast = nth === returnsForGood;
      const forGoodAt = isLast ? nth * (returnsWithinMs - 1) : null;
      expect(await bounced.one(cid)).toMatchObject({ count: nth, forGoodAt });
    }
    await comesBack(database(), bob, { at: 9 * returnsWithinMs, isForGood: true });
    expect(await bounced.one(bob)).toMatchObject({ count: 1, forGoodAt: 9 * returnsWithinMs });
  });
});
