import { afterAll, beforeAll, expect, test } from "bun:test";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

const lack = { code: "plan_lacks", params: { feature: "automation", plan: "Enterprise" } };

const leadCount = 30;
let sending: SendingServer;
const grant = (status: "AMFR" | "AMPR" | "AMEX") => sending.server.grant(sending.person, { status });
const paused = async (id: string) =>
  until(async () => (await sending.campaign(id)).waitingCause?.code === "plan_lacks");

beforeAll(async () => {
  sending = await startSendingServer({ environment: { AMPLIFY_PLANS: "on" } });
  await grant("AMEX");
  await sending.addLeads(leadCount);
});
afterAll(() => sending.close());

test("what was planned does not begin on a smaller plan, and begins once it is paid for again", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, { kind: "sequence", steps: [step("one", 0)], holdSeconds: 1 });
  const params = { id: plan._id };
  await client("POST /amplify/campaigns/{id}/start", { params, body: { version: plan.version } });
  await grant("AMPR");
  await paused(plan._id);
  const held = await sending.campaign(plan._id);
  expect(held).toMatchObject({ state: "paused", total: 0, waitingCause: lack });
  expect(held.waiting).toBe("Automation comes with the Enterprise plan");
  const refused = client("POST /amplify/campaigns/{id}/resume", { params });
  await expect(refused).rejects.toMatchObject({ code: "plan_limit", status: 403, reason: lack });
  await grant("AMEX");
  const [account] = await client("GET /amplify/auth/credentials");
  const moved = client("POST /amplify/campaigns/{id}/account", {
    params,
    body: { credentialId: account?._id ?? "" },
  });
  await expect(moved).rejects.toThrow("Take its start back, and choose another account.");
  await client("POST /amplify/campaigns/{id}/resume", { params });
  await until(async () => (await sending.campaign(plan._id)).counts.sent === leadCount);
});

test("what the plan lacks stands in the review as what stops the start, until it is paid for", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, { kind: "sequence", steps: [step("one", 0)] });
  const stops = async () =>
    (await client("GET /amplify/campaigns/{id}/review", { params: { id: plan._id } })).checks
      .filter(({ stops: isStop }) => isStop)
      .map(({ cause, reason, part }) => ({ cause, reason, part }));
  await grant("AMPR");
  const reason = "Automation comes with the Enterprise plan";
  expect(await stops()).toEqual([{ cause: expect.objectContaining(lack), reason, part: "what" }]);
  await grant("AMEX");
  expect(await stops()).toEqual([]);
});

test("a running sequence is not resumed on a smaller plan, nor from another account, but can be cancelled", async () => {
  const { client } = sending.person;
  await grant("AMEX");
  const steps = [step("one", 0), step("two", 60)];
  const plan = await drafted(sending, { kind: "sequence", steps });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await until(async () => (await sending.campaign(plan._id)).counts.sent === leadCount);
  await grant("AMPR");
  await client("POST /amplify/campaigns/{id}/pause", { params });
  const refused = client("POST /amplify/campaigns/{id}/resume", { params });
  await expect(refused).rejects.toMatchObject({ code: "plan_limit", reason: lack });
  const [account] = await client("GET /amplify/auth/credentials");
  const body = { credentialId: account?._id ?? "" };
  const moved = client("POST /amplify/campaigns/{id}/account", { params, body });
  await expect(moved).rejects.toMatchObject({ code: "plan_limit", reason: lack });
  expect((await sending.campaign(plan._id)).state).toBe("paused");
  await client("POST /amplify/campaigns/{id}/cancel", { params });
  expect((await sending.campaign(plan._id)).state).toBe("cancelled");
});

test("a test between variants that has begun is brought to its end on a smaller plan", async () => {
  const { client } = sending.person;
  await grant("AMPR");
  const one = step("one", 0);
  const variants = [
    { id: "one.a", share: 34 },
    { id: "one.b", share: 33 },
  ];
  const tested = { ...one, variants, test: { by: "clicks" as const, afterMinutes: 60, winner: null } };
  const plan = await drafted(sending, { steps: [tested], trackClicks: true });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await until(async () => (await sending.campaign(plan._id)).waitingCause?.code === "awaiting_winner");
  await grant("AMFR");
  const held = await client("POST /amplify/campaigns/{id}/pause", { params });
  expect(held).toMatchObject({ state: "paused", waitingCause: { code: "paused_by_person" } });
  const gone = await client("POST /amplify/campaigns/{id}/resume", { params });
  expect(gone).toMatchObject({ state: "running", waitingCause: { code: "awaiting_winner" } });
  await client("POST /amplify/campaigns/{id}/winner", {
    params,
    body: { stepId: "one", variantId: "one.a" },
  });
  await until(async () => (await sending.campaign(plan._id)).state === "finished");
  expect((await sending.campaign(plan._id)).counts.sent).toBe(leadCount);
  const again = await drafted(sending, { steps: [tested] });
  const begun = client("POST /amplify/campaigns/{id}/start", {
    params: { id: again._id },
    body: { version: again.version },
  });
  await expect(begun).rejects.toMatchObject({ code: "plan_limit" });
});
