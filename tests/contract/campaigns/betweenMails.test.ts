import { afterAll, beforeAll, expect, test } from "bun:test";
import { minuteMs } from "../../../contract/limits/units.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const leadCount = 3;

let sending: SendingServer;
let aheadMs = 0;
let refuses = false;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };

beforeAll(async () => {
  const rcpt = ({ recipient }: { recipient: string }) =>
    refuses && recipient === "lead1@in.test" ? "550 5.1.1 No such user" : undefined;
  sending = await startSendingServer({ time, smtp: { rcpt } });
  await sending.addLeads(leadCount);
});
afterAll(() => sending.close());

/** A sequence whose first mail everybody has, and whose second is not due yet. */
async function between() {
  const plan = await drafted(sending, { kind: "sequence", steps: [step("one", 0), step("two", 60)] });
  await started(sending, plan, null);
  await until(async () => (await sending.campaign(plan._id)).waitingCause?.code === "next_step_due");
  return { id: plan._id };
}

test("a sequence between two mails is cancelled at once", async () => {
  const { client } = sending.person;
  const params = await between();
  expect((await client("POST /amplify/campaigns/{id}/cancel", { params })).state).toBe("cancelled");
});

test("what one says may change for those to come, and not behind everybody", async () => {
  const { client } = sending.person;
  const params = await between();
  const write = async (variantId: string) =>
    client("PUT /amplify/campaigns/{id}/mails/{variantId}", {
      params: { ...params, variantId },
      body: { version: 1, subject: "Otherwise" },
    });
  await expect(write("one.a")).rejects.toMatchObject({
    code: "conflict",
    reason: { code: "plan_mail_behind" },
    message: expect.stringContaining("Nobody is still to come to this mail"),
  });
  const behind = async () =>
    (await client("GET /amplify/campaigns/{id}/standing", { params })).steps.map(({ isBehind }) => isBehind);
  expect(await behind()).toEqual([true, false]);
  expect(await write("two.a")).toMatchObject({ subject: "Otherwise", version: 2 });
  // Whoever joins is still to get all of them.
  const { version, audience } = await client("GET /amplify/campaigns/{id}/plan", { params });
  const body = { version, audience: { ...audience, joinLater: true } };
  await client("PUT /amplify/campaigns/{id}/plan", { params, body });
  expect(await behind()).toEqual([false, false]);
  const [latest] = await client("GET /amplify/campaigns/{id}/activity", { params });
  expect(latest).toMatchObject({ who: "Ada Lovelace", reason: "Takes in whoever joins from now on" });
  expect(await write("one.a")).toMatchObject({ subject: "Otherwise", version: 2 });
  await client("POST /amplify/campaigns/{id}/cancel", { params });
});

test("what failed of one that a person has paused is tried again once it goes on, and not before", async () => {
  const { client } = sending.person;
  refuses = true;
  const params = await between();
  expect((await sending.campaign(params.id)).counts).toMatchObject({ sent: 2, failed: 1 });
  refuses = false;
  await client("POST /amplify/campaigns/{id}/pause", { params });
  await client("POST /amplify/campaigns/{id}/retry", { params, body: { states: ["failed"] } });
  const waits = await sending.untilCounts(params.id, ({ failed }) => failed === 0);
  expect(waits).toMatchObject({ state: "paused", counts: { queued: 1, sent: 2 } });
  expect(waits.waitingCause?.code).toBe("paused_by_person");
  await client("POST /amplify/campaigns/{id}/resume", { params });
  await sending.untilCounts(params.id, ({ sent }) => sent === leadCount);
  await client("POST /amplify/campaigns/{id}/cancel", { params });
});

test("one whose account is connected again goes on through it once a person says so", async () => {
  const { client } = sending.person;
  const params = await between();
  const [former] = await client("GET /amplify/auth/credentials");
  await client("POST /amplify/campaigns/{id}/pause", { params });
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: former?._id ?? "" } });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcd efgh ijkl mnop",
      alias: `Ada <${sender}>`,
    },
  });
  await client("POST /amplify/campaigns/{id}/resume", { params });
  aheadMs += 61 * minuteMs;
  await sending.untilCounts(params.id, ({ sent }) => sent === 2 * leadCount);
});

test("one whose account is gone goes on through another when it was paused between two mails", async () => {
  const { client } = sending.person;
  const params = await between();
  const [former] = await client("GET /amplify/auth/credentials");
  const { _id: credentialId } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "other@sender.test", alias: "Other <other@sender.test>" },
  });
  const move = () => client("POST /amplify/campaigns/{id}/account", { params, body: { credentialId } });
  expect((await client("POST /amplify/campaigns/{id}/pause", { params })).state).toBe("paused");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: former?._id ?? "" } });
  await expect(client("POST /amplify/campaigns/{id}/resume", { params })).rejects.toMatchObject({
    code: "conflict",
    reason: { code: "campaign_account_gone" },
  });
  expect((await sending.campaign(params.id)).state).toBe("paused");
  const elsewhere = client("POST /amplify/campaigns/{id}/account", {
    params,
    body: { credentialId, from: credentialId },
  });
  await expect(elsewhere).rejects.toMatchObject({
    code: "conflict",
    reason: { params: { state: "paused" } },
  });
  expect(await move()).toMatchObject({ state: "running", waitingCause: { code: "next_step_due" } });
  aheadMs += 61 * minuteMs;
  await until(async () => (await sending.campaign(params.id)).counts.sent === 2 * leadCount, 30_000);
  const { items } = await client("GET /amplify/sandbox/mails");
  expect(items.map(({ to }) => to).sort()).toEqual(["lead0@in.test", "lead1@in.test", "lead2@in.test"]);
});

test("a draft that is asked for whoever did not open it is said to be not yet followed up", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, { kind: "sequence", steps: [step("one", 0)] });
  const params = { id: plan._id };
  await expect(
    client("POST /amplify/campaigns/{id}/duplicate", { params, body: { to: "notOpened" } }),
  ).rejects.toMatchObject({
    code: "conflict",
    message: "This campaign is a draft, so it cannot be followed up yet. Start it first.",
  });
});
