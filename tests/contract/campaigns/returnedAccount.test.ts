import { afterAll, beforeAll, expect, test } from "bun:test";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const secondAfter = 600;

let refuses = false;
let sending: SendingServer;
let aheadMs = 0;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };

beforeAll(async () => {
  sending = await startSendingServer({
    time,
    smtp: { rcpt: () => (refuses ? "550 5.1.1 No such user" : undefined) },
  });
});
afterAll(() => sending.close());

async function removeAccount(): Promise<void> {
  const { client } = sending.person;
  const [account] = await client("GET /amplify/auth/credentials");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account?._id ?? "" } });
}

/** The same mailbox as before. */
const connect = () =>
  sending.person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcd efgh ijkl mnop",
      alias: `Ada <${sender}>`,
    },
  });

/** A sequence that takes in whoever joins, between its two mails. */
async function welcome(name: string) {
  await sending.addLeads(2, name);
  const plan = await drafted(sending, {
    name,
    kind: "sequence",
    steps: [step("one", 0), step("two", secondAfter)],
    audience: { everyone: true, joinLater: true },
  });
  await started(sending, plan, null);
  await until(async () => (await sending.campaign(plan._id)).waitingCause?.code === "next_step_due");
  return { id: plan._id };
}

test("whoever joins a sequence whose mailbox was connected again is mailed through it", async () => {
  const { client } = sending.person;
  const params = await welcome("first");
  const before = (await sending.campaign(params.id)).counts.sent;
  await removeAccount();
  const { _id: account } = await connect();
  expect((await client("GET /amplify/campaigns/{id}/plan", { params })).accounts).toEqual([account]);
  await sending.addLeads(1, "joined");
  aheadMs += campaignLimits.joinEveryMs + minuteMs;
  const done = await sending.untilCounts(params.id, ({ sent }) => sent === before + 1);
  expect(done.state).toBe("running");
  await client("POST /amplify/campaigns/{id}/cancel", { params });
});

test("one that stopped at the removed account says that it is back, and goes on once a person says so", async () => {
  const { client } = sending.person;
  const params = await welcome("second");
  const before = (await sending.campaign(params.id)).counts.sent;
  await removeAccount();
  aheadMs += secondAfter * minuteMs;
  await until(async () => (await sending.campaign(params.id)).waitingCause?.code === "account_removed");
  await connect();
  const waits = await sending.campaign(params.id);
  expect(waits).toMatchObject({ state: "paused", waitingCause: { code: "account_returned" } });
  await client("POST /amplify/campaigns/{id}/resume", { params });
  aheadMs += minuteMs;
  await sending.untilCounts(params.id, ({ sent }) => sent === 2 * before);
  await client("POST /amplify/campaigns/{id}/cancel", { params });
});

test("what had failed through the removed account is tried again through it once it is connected again", async () => {
  const { client } = sending.person;
  refuses = true;
  const params = { id: await sending.send(["first0@in.test"]) };
  await sending.untilCounts(params.id, ({ failed }) => failed === 1);
  refuses = false;
  await removeAccount();
  await connect();
  await client("POST /amplify/campaigns/{id}/retry", { params, body: { states: ["failed"] } });
  await sending.untilCounts(params.id, ({ sent }) => sent === 1);
});

test("what a mailbox sent within a day counts once it is connected again, and so does what came of it", async () => {
  const { client } = sending.person;
  const [before] = await client("GET /amplify/auth/credentials");
  const params = { id: before?._id ?? "" };
  expect(before?.sentToday).toBeGreaterThan(5);
  const health = await client("GET /amplify/auth/credentials/{id}/health", { params });
  await removeAccount();
  const after = await connect();
  expect(after._id).not.toBe(params.id);
  expect(after.sentToday).toBe(before?.sentToday ?? 0);
  const again = { params: { id: after._id } };
  expect(await client("GET /amplify/auth/credentials/{id}/health", again)).toEqual(health);
  // As often as it is done.
  await removeAccount();
  expect((await connect()).sentToday).toBe(before?.sentToday ?? 0);
});

test("a draft goes from accounts of its own workspace, and from one that was removed since until it is taken out", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending);
  const stranger = await sending.server.signUp();
  const sandbox = {
    provider: "sandbox",
    appEmail: "eve@sender.test",
    alias: "Eve <eve@sender.test>",
  } as const;
  const { _id: theirs } = await stranger.client("POST /amplify/auth/credentials", { body: sandbox });
  const { _id: mine } = await client("POST /amplify/auth/credentials", { body: sandbox });
  const params = { id: plan._id };
  let { version } = plan;
  const choose = async (...accounts: string[]) => {
    const saved = await client("PUT /amplify/campaigns/{id}/plan", { params, body: { version, accounts } });
    version = saved.version;
    return saved.accounts;
  };
  for (const id of [theirs, "nobodys"])
    await expect(choose(...plan.accounts, id)).rejects.toMatchObject({
      reason: { code: "account_not_found" },
    });
  await choose(...plan.accounts, mine);
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: mine } });
  expect(await choose(mine, ...plan.accounts)).toEqual([mine, ...plan.accounts]);
  expect(await choose(...plan.accounts)).toEqual(plan.accounts);
  await expect(choose(mine)).rejects.toMatchObject({ status: 404 });
});
