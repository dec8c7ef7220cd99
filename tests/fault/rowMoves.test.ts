import { beforeEach, expect, test } from "bun:test";
import { leadLimits } from "../../contract/limits/leads.ts";
import { reason } from "../../contract/reasons.ts";
import type { CampaignState, DeliveryState } from "../../contract/schemas/campaign.ts";
import type { Database } from "../../db/database.ts";
import { type CampaignRow, createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { createPlanSteeringStore } from "../../db/stores/campaigns/plans/planSteering.ts";
import { activityOf } from "../../server/campaigns/plans/planActivities.ts";
import { systemWaits } from "../../server/core/waits.ts";
import { createRowMoves, type RowMoves } from "../../server/sending/dispatch/rowMoves.ts";
import { addDeliveries } from "../support/db/addDeliveries.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import { failNth, PlannedFault } from "../support/db/failNth.ts";
import { keptLog } from "../support/server/keptLog.ts";
import { campaignRow, leadRow, planRow } from "../support/smtp/sendingRows.ts";

const { log, entries } = keptLog();
beforeEach(() => void entries.splice(0));
const clock = { now: () => 5_000 };
/** Three slices. */
const rowCount = 2 * leadLimits.writeBatch + 7;

eachDatabase("what is asked of a whole campaign's mails", (open) => {
  const database = emptyBeforeEach(open);

  test("is done after the next start or never began, whichever commit of a retry was the last", async () => {
    await tryEach(
      database(),
      { state: "finished", deliveries: "failed" },
      {
        ask: askRetry,
        began: { state: "running", queued: rowCount },
        didNot: { state: "finished", failed: rowCount },
      },
    );
  }, 60_000);

  test("is done after the next start or never began, whichever commit of a cancel was the last", async () => {
    await tryEach(
      database(),
      { state: "running", deliveries: "queued" },
      {
        ask: askCancel,
        began: { state: "cancelled", skipped: rowCount },
        didNot: { state: "running", queued: rowCount },
      },
    );
  }, 60_000);

  test("is done after the next start or never began, whichever commit of a move was the last", async () => {
    await tryEach(
      database(),
      { state: "paused", deliveries: "queued" },
      {
        ask: askMove,
        began: {
          state: "finished",
          rowMove: null,
          queued: 0,
          sum: rowCount,
          elsewhere: { state: "running", queued: rowCount },
        },
        didNot: { state: "paused", queued: rowCount, elsewhere: { state: undefined, queued: 0 } },
      },
    );
  }, 60_000);
});

eachDatabase("what is asked of a whole campaign's mails and is not done at once", (open) => {
  const database = emptyBeforeEach(open);

  test("is done by the next look where it failed for a moment, and until then nothing is called finished", async () => {
    await add(database(), { id: "c", state: "finished", deliveries: "failed" });
    const failing = failNth(database(), 3);
    const begun = await askRetry(failing.database, "c");
    await begun?.done;
    expect(entries).toHaveLength(1);
    expect((await createLedger(database()).countsOf("c")).queued).toBe(leadLimits.writeBatch);
    const moves = createRowMoves({ database: database(), clock, log });
    const { deliveries } = database().tables;
    await database().atomically((write) => ({
      changed: write.update(deliveries).set({ state: "failed", firstTriedAt: 5_001 }),
    }));
    // Nothing is open any more, but rows that the person asked for could still be.
    expect(await moves.finish("c")).toBeNull();
    await moves.goOnWithAll();
    expect((await createLedger(database()).countsOf("c")).failed).toBe(rowCount);
    expect(await moves.finish("c")).toMatchObject({ state: "finished" });
  });

  test("is waited for no longer than a person waits, and goes on by itself until it is done", async () => {
    await add(database(), { id: "c", state: "running", deliveries: "queued" });
    const { moves, goOn, timeUp } = heldMoves(database());
    const moved = Promise.withResolvers<string>();
    const parts = await cancelled(database(), "c");
    const answered = moves.goOnWith(parts ?? [], () => moved.resolve("moved"));
    timeUp();
    expect(await Promise.race([moved.promise, answered])).toBeUndefined();
    expect(await look(database(), "c")).toMatchObject({ rowMove: "skip", state: "cancelled" });
    goOn();
    expect(await moved.promise).toBe("moved");
    expect(await look(database(), "c")).toMatchObject({ rowMove: null, skipped: rowCount });
  });

  test("that an older version left half done is ended by the start: what is open can still end", async () => {
    await add(database(), { id: "retried", state: "finished", deliveries: "queued" });
    await add(database(), { id: "cancelled", state: "cancelled", deliveries: "deferred" });
    await add(database(), { id: "ended", state: "finished", deliveries: "sending" });
    const moves = createRowMoves({ database: database(), clock, log });
    await restart(moves);
    expect(await look(database(), "retried")).toMatchObject({ state: "running", queued: rowCount });
    expect(await look(database(), "cancelled")).toMatchObject({ state: "cancelled", skipped: rowCount });
    expect(await look(database(), "ended")).toMatchObject({ state: "finished", uncertain: rowCount });
  });

  test("is not finished while a mail is open, whatever its counts say", async () => {
    await add(database(), { id: "c", state: "running", deliveries: "deferred" });
    const { campaignCounts } = database().tables;
    await database().atomically((write) => ({ changed: write.update(campaignCounts).set({ deferred: 0 }) }));
    expect(await createRowMoves({ database: database(), clock, log }).finish("c")).toBeNull();
  });
});

/** Rows that wait after their first slice until they may go on; and a time to wait that is up when it is said. */
function heldMoves(database: Database) {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: isUp, resolve: timeUp } = Promise.withResolvers<void>();
  const after = (_: number, then: () => void) => {
    void isUp.then(then);
    return () => {};
  };
  const moves = createRowMoves({ database, clock, log }, { ...systemWaits, turn: () => mayGoOn, after });
  return { moves, goOn, timeUp };
}

/** As a person's calls do it: noted in one commit, and then moved. */
async function askRetry(database: Database, id: string) {
  const asked = { key: { workspaceId: "ada", id }, states: ["failed" as const], code: null, at: clock.now() };
  const begun = await createPlanSteeringStore(database).retry(asked);
  expect(begun?.retried).toBe(rowCount);
  return moved(database, begun?.parts ?? null);
}

/** What waits goes to a part of another account, with all that it counts for. */
async function askMove(database: Database, id: string) {
  const key = { workspaceId: "ada", id };
  const core = { newId: () => `activity of ${id}`, clock };
  const did = reason("did_move", { from: "ada", to: "eva", mails: rowCount });
  const row = campaignRow({
    id: elsewhere(id),
    requestKey: elsewhere(id),
    planId: id,
    state: "running",
    credentialId: "eva",
    total: 0,
    accepted: 0,
  });
  const { provider, fromAlias, fromEmail, senderName, senderAddress } = row;
  const moved = await createPlanSteeringStore(database).move({
    key,
    version: 0,
    from: null,
    at: clock.now(),
    content: null,
    mayBeBetween: false,
    kept: [],
    ended: [],
    heirs: [{ of: id, row, links: [] }],
    sender: { credentialId: "eva", provider, fromAlias, fromEmail, senderName, senderAddress },
    activity: activityOf(core, { key, by: null, activity: did }),
  });
  if (typeof moved === "string") throw new Error(moved);
  const moves = createRowMoves({ database, clock, log });
  return { done: moves.goOnWith(moved.given, () => {}) };
}

const elsewhere = (id: string) => `${id}-elsewhere`;

async function askCancel(database: Database, id: string) {
  return moved(database, await cancelled(database, id));
}

function cancelled(database: Database, id: string) {
  const key = { workspaceId: "ada", id };
  const core = { newId: () => `activity of ${id}`, clock };
  const activity = activityOf(core, { key, by: null, activity: reason("did_cancel", { left: rowCount }) });
  return createPlanSteeringStore(database).cancel({ key, at: clock.now(), activity });
}

function moved(database: Database, parts: CampaignRow[] | null) {
  const moves = createRowMoves({ database, clock, log });
  return parts && { done: moves.goOnWith(parts, () => {}) };
}

type Before = { state: CampaignState; deliveries: DeliveryState };
type Tried = {
  ask(database: Database, id: string): Promise<{ done: Promise<void> } | null>;
  began: Record<string, unknown>;
  didNot: Record<string, unknown>;
};

/** Ends the activity at its first commit, at its second, … until it runs through, and starts anew each time. */
async function tryEach(database: Database, before: Before, { ask, began, didNot }: Tried): Promise<void> {
  let nth = 1;
  for (let happened = true; happened; nth += 1) {
    const id = `c${nth}`;
    await add(database, { id, ...before });
    const failing = failNth(database, nth);
    const asked = ask(failing.database, id);
    const isBegun = await asked.then(
      async (begun) => begun?.done.then(() => true),
      (error: unknown) => {
        expect(error).toBeInstanceOf(PlannedFault);
        return false;
      },
    );
    await restart(createRowMoves({ database, clock, log }));
    expect(await look(database, id)).toMatchObject(isBegun ? began : didNot);
    happened = failing.happened();
  }
  expect(nth).toBeGreaterThan(3);
}

async function restart(moves: RowMoves): Promise<void> {
  await moves.recover({ isAlone: true });
  await moves.goOnWithAll();
}

async function look(database: Database, id: string): Promise<Record<string, unknown>> {
  const row = await createCampaignStore(database).ownedBy({ workspaceId: "ada", id });
  const other = elsewhere(id);
  const there = await createCampaignStore(database).ownedBy({ workspaceId: "ada", id: other });
  const ledger = createLedger(database);
  return {
    state: row?.state,
    rowMove: row?.rowMove,
    ...(await ledger.countsOf(id)),
    elsewhere: { state: there?.state, ...(await ledger.countsOf(other)) },
    sum: (row?.total ?? 0) + (there?.total ?? 0),
  };
}

async function add(database: Database, campaign: { id: string } & Before): Promise<void> {
  const { id, state, deliveries } = campaign;
  const { campaigns, campaignPlans, leads } = database.tables;
  const numbers = Array.from({ length: rowCount }, (_, n) => n);
  await database.atomically((write) => ({
    leads: numbers.map((n) =>
      write
        .insert(leads)
        .values(leadRow(`l${n}`, `${n}@in.test`))
        .onConflictDoNothing(),
    ),
    plan: write.insert(campaignPlans).values(planRow(id)),
    added: write
      .insert(campaigns)
      .values(campaignRow({ id, requestKey: id, planId: id, state, total: rowCount })),
  }));
  await addDeliveries(
    database,
    numbers.map((n) => ({
      id: `${id}-${n}`,
      campaignId: id,
      workspaceId: "ada",
      leadId: `l${n}`,
      email: `${n}@in.test`,
      state: deliveries,
      attempts: 1,
      dueAt: 1,
      firstTriedAt: 2,
    })),
  );
}
