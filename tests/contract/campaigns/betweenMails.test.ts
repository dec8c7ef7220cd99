import { afterAll, beforeAll, expect, test } from "bun:test";
import { minuteMs } from "../../../contract/limits/units.ts";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const leadCount = 3;
const step = (id: string, delayMinutes: number) => ({
  ...{ id, delayMinutes, condition: { kind: "always" as const }, sameThread: false, test: null },
  variants: [{ id: `${id}.a`, share: 100 }],
});

let sending: SendingServer;
let aheadMs = 0;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };

beforeAll(async () => {
  sending = await startSendingServer({ time });
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

test("one whose account is gone goes on through another when it was paused between two mails", async () => {
  const { client } = sending.person;
  const params = await between();
  const [former] = await client("GET /amplify/auth/credentials");
  const { _id: credentialId } = await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: "other@sender.test", alias: "Other <other@sender.test>" },
  });
  const move = () => client("POST /amplify/campaigns/{id}/account", { params, body: { credentialId } });
  await expect(move()).rejects.toMatchObject({ code: "conflict", reason: { params: { state: "running" } } });
  expect((await client("POST /amplify/campaigns/{id}/pause", { params })).state).toBe("paused");
  await client("DELETE /amplify/auth/credentials/{id}", { params: { id: former?._id ?? "" } });
  const elsewhere = client("POST /amplify/campaigns/{id}/account", {
    params,
    body: { credentialId, from: credentialId },
  });
  await expect(elsewhere).rejects.toMatchObject({
    code: "conflict",
    reason: { params: { state: "paused" } },
  });
  expect(await move()).toMatchObject({ state: "running", waitingCause: { code: "next_step_due" } });
  aheadMs = 61 * minuteMs;
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
    message: "This campaign is a draft, so it cannot be followed up yet",
  });
});
