import { afterAll, beforeAll, expect, test } from "bun:test";
import { sendRest } from "../../../contract/campaigns/sendRest.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const leadCount = 30;
const other = "other@sender.test";

let sending: SendingServer;
let elsewhere: string;
let aheadMs = 0;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };

beforeAll(async () => {
  sending = await startSendingServer({ time });
  await sending.addLeads(leadCount);
  const account = { provider: "sandbox", appEmail: other, alias: `Other <${other}>` } as const;
  elsewhere = (await sending.person.client("POST /amplify/auth/credentials", { body: account }))._id;
});
afterAll(() => sending.close());

async function google(): Promise<string> {
  const accounts = await sending.person.client("GET /amplify/auth/credentials");
  return accounts.find(({ appEmail }) => appEmail === sender)?._id ?? "";
}

const move = (id: string, from?: string) =>
  sending.person.client("POST /amplify/campaigns/{id}/account", {
    params: { id },
    body: { credentialId: elsewhere, from },
  });
const waitsFor = (id: string, code: string) =>
  until(async () => (await sending.campaign(id)).waitingCause?.code === code);

/** How many mails went through the other account since it was last asked. */
async function throughOther(): Promise<number> {
  const { client } = sending.person;
  const { total } = await client("GET /amplify/sandbox/mails");
  await client("DELETE /amplify/sandbox/mails");
  return total;
}

test("a sequence between two mails goes on through another account, without being paused first", async () => {
  const accounts = [await google()];
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [step("one", 0), step("two", 60)],
    accounts,
  });
  await started(sending, plan, null);
  await waitsFor(plan._id, "next_step_due");
  expect(await move(plan._id)).toMatchObject({ state: "running", waitingCause: { code: "next_step_due" } });
  aheadMs += 61 * minuteMs;
  await sending.untilCounts(plan._id, ({ sent }) => sent === 2 * leadCount);
  expect(await throughOther()).toBe(leadCount);
});

async function sandboxAccount(name: string): Promise<string> {
  const appEmail = `${name}@sender.test`;
  const account = { provider: "sandbox", appEmail, alias: `${name} <${appEmail}>` } as const;
  return (await sending.person.client("POST /amplify/auth/credentials", { body: account }))._id;
}

test("of several accounts one that is gone before it sent anything is told as one that was removed", async () => {
  const { client } = sending.person;
  const accounts = [await sandboxAccount("third"), await sandboxAccount("fourth")];
  const { _id: collection } = await client("POST /amplify/collections", { body: { name: "one" } });
  const found = await client("GET /amplify/leads", { query: { page: 1, pageSize: 1 } });
  const which = { ids: ("items" in found ? found.items : found).map(({ _id }) => _id) };
  await client("POST /amplify/leads/actions", { body: { action: "addTo", collection: "one", which } });
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [step("one", 0), step("two", 60)],
    accounts,
    audience: { everyone: false, collections: [collection] },
  });
  await started(sending, plan, null);
  await waitsFor(plan._id, "next_step_due");
  const sentBy = (await client("GET /amplify/sandbox/mails")).items[0]?.from ?? "";
  const gone = accounts[sentBy.includes("third") ? 1 : 0] ?? "";
  for (const id of accounts) await client("DELETE /amplify/auth/credentials/{id}", { params: { id } });
  expect((await sending.campaign(plan._id)).accounts).toContainEqual({
    credentialId: gone,
    from: "Removed account",
    held: expect.objectContaining({ mails: 0, cause: expect.objectContaining({ code: "account_removed" }) }),
  });
});

test("of several accounts one that is gone is told while the other goes on, and what it had to send goes from another", async () => {
  const { client } = sending.person;
  const gone = await sandboxAccount("third");
  const accounts = [await google(), gone];
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [step("one", 0), step("two", 60)],
    accounts,
  });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await waitsFor(plan._id, "next_step_due");
  await throughOther();
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: gone } });
  const { accounts: told } = await client("POST /amplify/campaigns/{id}/pause", { params });
  const removed = { mails: 0, cause: { code: "account_removed" } };
  expect(told).toMatchObject([{ held: null }, { credentialId: gone, held: removed }]);
  const goesOn = await client("POST /amplify/campaigns/{id}/resume", { params });
  expect(goesOn).toMatchObject({ state: "running", accounts: [{ held: null }, { held: removed }] });
  const moved = await move(plan._id, gone);
  expect(moved.accounts.filter(({ held }) => held !== null)).toEqual([]);
  aheadMs += 61 * minuteMs;
  await sending.untilCounts(plan._id, ({ sent }) => sent === 2 * leadCount);
  const through = await throughOther();
  expect(through).toBeGreaterThan(0);
  expect(through).toBeLessThan(leadCount);
});

test("one that waits for its better variant goes on waiting when its account is removed, and sends the rest from another", async () => {
  const { client } = sending.person;
  const variants = [
    { id: "one.a", share: 34 },
    { id: "one.b", share: 33 },
  ];
  const tested = {
    ...step("one", 0),
    variants,
    test: { by: "clicks" as const, afterMinutes: 60, winner: null },
  };
  const account = await google();
  const plan = await drafted(sending, { steps: [tested], trackClicks: true, accounts: [account] });
  await started(sending, plan, null);
  await waitsFor(plan._id, "awaiting_winner");
  const { sent } = (await sending.campaign(plan._id)).counts;
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account } });
  const waits = { state: "running", waitingCause: { code: "awaiting_winner" } };
  expect(await sending.campaign(plan._id)).toMatchObject(waits);
  expect(await move(plan._id)).toMatchObject(waits);
  const params = { id: plan._id };
  await client("POST /amplify/campaigns/{id}/winner", {
    params,
    body: { stepId: "one", variantId: "one.a" },
  });
  await sending.untilCounts(plan._id, (counts) => counts.sent === leadCount);
  expect(await throughOther()).toBe(leadCount - sent);
});

test("one that is sending is not moved, and says what to do first", async () => {
  const { client } = sending.person;
  // A window that is open on no moment near: it runs, and nothing goes. Days are 1 to 7, Sunday the last.
  const day = ((new Date().getUTCDay() + 2) % 7) + 1;
  const plan = await drafted(sending, {
    accounts: [elsewhere],
    zone: "UTC",
    window: { days: [day], from: "09:00", to: "10:00" },
  });
  const params = { id: plan._id };
  await started(sending, plan, "running");
  await expect(move(plan._id)).rejects.toMatchObject({
    code: "conflict",
    message: "This campaign is running, so it cannot be moved. Pause it first.",
  });
  await client("POST /amplify/campaigns/{id}/pause", { params });
  expect(await move(plan._id)).toMatchObject({ state: "running" });
  await client("POST /amplify/campaigns/{id}/cancel", { params });
  const retried = client("POST /amplify/campaigns/{id}/retry", { params, body: { states: ["failed"] } });
  await expect(retried).rejects.toMatchObject({
    message:
      "This campaign was cancelled, so nothing of it is tried again. Duplicate it, and leave out whoever got it.",
  });
});

test("one that waits for another day of its account goes on from another in one go, and waits on where that is refused", async () => {
  const { client } = sending.person;
  const small = { appEmail: "small@sender.test", alias: "Small <small@sender.test>", perDay: 7 };
  const { _id: slow } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", ...small },
  });
  const plan = await drafted(sending, { accounts: [slow], zone: "UTC" });
  await throughOther();
  await started(sending, plan, null);
  await waitsFor(plan._id, "own_limit");
  await sending.untilCounts(plan._id, ({ sent }) => sent === 7);
  const waiting = await sending.campaign(plan._id);
  expect(waiting).toMatchObject({ state: "running", counts: { sent: 7 } });
  await expect(sendRest(client, waiting, { credentialId: "nobodys" })).rejects.toMatchObject({ status: 404 });
  await waitsFor(plan._id, "own_limit");
  expect(await sendRest(client, waiting, { credentialId: elsewhere })).toMatchObject({ state: "running" });
  await sending.untilCounts(plan._id, ({ sent }) => sent === leadCount);
  expect(await throughOther()).toBe(leadCount);
});

test("whoever waited while an account was gone is mailed once another is theirs, and by the same one once it is connected again", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [step("one", 0), step("two", 60), step("three", 60)],
    audience: { everyone: true, joinLater: true },
    accounts: [elsewhere, await sandboxAccount("fifth")],
  });
  const [, gone = ""] = plan.accounts;
  const untilSent = (wanted: number) => sending.untilCounts(plan._id, ({ sent }) => sent === wanted);
  await throughOther();
  await started(sending, plan, null);
  await waitsFor(plan._id, "next_step_due");
  const { items } = await client("GET /amplify/sandbox/mails", { query: { pageSize: leadCount } });
  const waiting = items.filter(({ from }) => from.includes("fifth")).length;

  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: gone } });
  aheadMs += 61 * minuteMs;
  await untilSent(2 * leadCount - waiting);
  const again = await sandboxAccount("fifth");
  aheadMs += minuteMs;
  await untilSent(2 * leadCount);

  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: again } });
  await sending.addLeads(10, "joined");
  aheadMs += 61 * minuteMs;
  // Of those who joined, each is one account's.
  await until(async () => (await sending.campaign(plan._id)).counts.sent >= 3 * leadCount - waiting);
  await move(plan._id, again);
  aheadMs += minuteMs;
  await untilSent(3 * leadCount + 10);
});
