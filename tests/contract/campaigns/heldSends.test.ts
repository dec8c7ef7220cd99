import { afterEach, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { changeHeld } from "../../../contract/campaigns/changeHeld.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { removeUnprepared } from "../../../server/sending/journal/recovery.ts";
import { drafted } from "../../support/campaigns/drafted.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

const letter = { subject: "Hi", html: "<p>Hi</p>", from: sender, collection: "all" };

async function ready() {
  const sending = await startSendingServer();
  open = sending;
  await sending.addLeads(2);
  const { client } = sending.person;
  const hold = (undoSeconds: number, idempotencyKey: string = crypto.randomUUID()) =>
    client("POST /email/send", { body: { ...letter, undoSeconds } }, { idempotencyKey });
  return { sending, client, hold };
}

test("a send that is held says until when, and undone it has mailed nobody and left nothing", async () => {
  const { sending, client, hold } = await ready();
  const before = Date.now();
  const { campaignId: id, ...answer } = await hold(600);
  expect(answer).toMatchObject({ message: "Email sent successfully", accepted: 2, skipped: [] });
  expect(answer.holdUntil).toBeGreaterThanOrEqual(before + 600_000);
  const shown = await sending.campaign(id);
  expect(shown).toMatchObject({ state: "holding", name: "Hi", holdUntil: answer.holdUntil ?? 0 });

  const stranger = await sending.server.signUp();
  const theirs = stranger.client("POST /amplify/campaigns/{id}/undo", { params: { id } });
  await expect(theirs).rejects.toMatchObject({ status: 404 });

  const undone = await client("POST /amplify/campaigns/{id}/undo", { params: { id } });
  expect(undone).toMatchObject({ state: "cancelled", holdUntil: null });
  expect(await client("GET /amplify/campaigns")).toEqual([]);
  await expect(sending.campaign(id)).rejects.toMatchObject({ status: 404 });
  expect(sending.smtp.accepted).toEqual([]);
  // Whoever sends the same once more means it.
  const again = await client("POST /email/send", { body: letter });
  await sending.untilCounts(again.campaignId, ({ sent }) => sent === 2);
});

test("while it can be undone, a send says what goes to how many, from whom, and whom it leaves out", async () => {
  const { sending, client, hold } = await ready();
  const [lead] = (await client("GET /amplify/leads")) as Lead[];
  if (lead === undefined) throw new Error("there is no lead");
  await client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body: { ...lead, optout: true } });
  const { campaignId: id } = await hold(600);
  const told = {
    state: "holding",
    subject: "Hi",
    total: 2,
    recipients: 1,
    counts: { queued: 1, skipped: 1, sent: 0 },
    trackClicks: true,
    waiting: null,
  };
  const shown = await sending.campaign(id);
  expect(shown).toMatchObject(told);
  expect(shown.from).toContain("@sender.test");
  expect(shown.accounts).toMatchObject([{ from: shown.from, held: null }]);
  expect(await client("GET /amplify/campaigns")).toMatchObject([{ ...told, from: shown.from }]);
});

test("a send that is held goes out once its seconds are over, and cannot be undone any more", async () => {
  const { sending, client, hold } = await ready();
  const { campaignId: id } = await hold(1);
  const gone = await sending.untilCounts(id, ({ sent }) => sent === 2);
  expect(gone).toMatchObject({ holdUntil: null, total: 2, recipients: 2, subject: "Hi" });
  await expect(client("POST /amplify/campaigns/{id}/undo", { params: { id } })).rejects.toMatchObject({
    status: 409,
  });
  expect(sending.smtp.acceptedCount()).toBe(2);
});

test("the same request while it is held finds what is held", async () => {
  const { client, hold } = await ready();
  const first = await hold(600, "one-key");
  expect(await hold(600, "one-key")).toEqual(first);
  expect(await client("GET /amplify/campaigns")).toHaveLength(1);
});

test("a start of the process takes away half-written sends, and none that is held", async () => {
  const { sending, hold } = await ready();
  const { campaignId: id } = await hold(600);
  const { database } = sending.server.core;
  const parts = { campaigns: createCampaignStore(database), ledger: createLedger(database) };
  await removeUnprepared(parts, Date.now() + 1000);
  expect(await sending.campaign(id)).toMatchObject({ state: "holding" });
});

test("seconds that are none are refused", async () => {
  const { hold } = await ready();
  for (const seconds of [0, 1.5, 601]) await expect(hold(seconds)).rejects.toMatchObject({ status: 400 });
});

test("a send that is held is changed: a draft that says the same to the same, and nobody has got anything", async () => {
  const { sending, client, hold } = await ready();
  const { campaignId: id } = await hold(600);
  const draft = await changeHeld(client, id);
  const plan = await client("GET /amplify/campaigns/{id}/plan", { params: { id: draft } });
  expect(plan).toMatchObject({
    state: "draft",
    name: "Hi",
    mails: [{ subject: "Hi", bytes: letter.html.length }],
  });
  expect(plan.audience).toMatchObject({ everyone: true });
  expect(plan.accounts).toHaveLength(1);
  expect((await client("GET /amplify/campaigns")).map(({ _id, state }) => [_id, state])).toEqual([
    [draft, "draft"],
  ]);

  // The same of what was composed, where it is the very draft; even of one that is like an earlier send.
  await client("POST /amplify/campaigns/{id}/start", {
    params: { id: draft },
    body: { version: plan.version },
  });
  expect(await changeHeld(client, draft)).toBe(draft);
  expect(await sending.campaign(draft)).toMatchObject({ state: "draft" });
  expect(sending.smtp.accepted).toEqual([]);

  // One that has begun stays what it is, and no draft is left beside it.
  const gone = await client("POST /email/send", { body: { ...letter, subject: "Gone" } });
  await sending.untilCounts(gone.campaignId, ({ sent }) => sent === 2);
  await expect(changeHeld(client, gone.campaignId)).rejects.toMatchObject({ status: 409 });
  expect(await client("GET /amplify/campaigns")).toHaveLength(2);
});

test("a campaign that is started anew after its start was taken back is begun at its new moment, though the job of the first start came before", async () => {
  const { sending, client } = await ready();
  const { _id: id } = await drafted(sending, { holdSeconds: 600 });
  const params = { id };
  const start = async () => {
    const { version } = await client("GET /amplify/campaigns/{id}/plan", { params });
    return client("POST /amplify/campaigns/{id}/start", { params, body: { version } });
  };
  await start();
  await client("POST /amplify/campaigns/{id}/undo", { params });
  const { holdUntil } = await start();
  const { database } = sending.server.core;
  const { jobs } = database.tables;
  const ofStart = eq(jobs.key, `campaignStart:${id}`);
  // The first start's seconds are over.
  await database.atomically((write) => ({ due: write.update(jobs).set({ dueAt: 1 }).where(ofStart) }));
  await until(async () => {
    const [job] = await database.read.select().from(jobs).where(ofStart);
    return job?.dueAt === holdUntil;
  });
  expect(await sending.campaign(id)).toMatchObject({ state: "holding", holdUntil });
});
