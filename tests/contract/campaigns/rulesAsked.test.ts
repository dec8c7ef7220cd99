import { afterEach, expect, test } from "bun:test";
import { createPlans } from "../../../agents/plans.ts";
import type { AskedRules } from "../../../contract/schemas/campaignPlan.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("what other rules of a sequence that runs come to is told before they are saved, and nothing is saved", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.server.grant(sending.person, { status: "AMEX" });
  await sending.addLeads(1);
  const stop = { onClick: false, onReply: false, onLeaving: false, onField: null };
  const [first, second] = [step("first", 0), step("second", 60)];
  const plan = await drafted(sending, {
    kind: "sequence",
    steps: [first, second],
    stop,
    trackOpens: false,
    trackClicks: false,
  });
  await started(sending, plan, "running");
  const params = { id: plan._id };
  const before = await client("GET /amplify/campaigns/{id}/plan", { params });
  const told = async (asked: AskedRules) => {
    const { checks } = await client("POST /amplify/campaigns/{id}/review", { params, body: asked });
    return checks.map(({ cause, stepId, part, stops }) => [cause.code, stepId, part, stops]);
  };
  expect(await told({})).toEqual([]);
  expect(await told({ stop: { ...stop, onClick: true, onReply: true, onLeaving: true } })).toEqual([
    ["check_reply_unreadable", null, "when", false],
    ["check_leaving_unseen", null, "when", false],
    ["check_stop_uncounted", null, "when", false],
  ]);
  // An agent's plan of such a change says it too, before it is confirmed.
  const keeper = { keep: async () => "plan", find: async () => null };
  const call: Parameters<typeof createPlans>[0]["call"] = (key, parts) => client(key, parts as never);
  const agent = createPlans({ call, keeper, now: Date.now });
  const leaving = { version: before.version, stop: { ...stop, onLeaving: true } };
  expect(
    (await agent.plan("PUT /amplify/campaigns/{id}/plan", { params, body: leaving })).facts,
  ).toMatchObject({ asked: leaving, checks: [{ cause: { code: "check_leaving_unseen" } }] });
  const clicked = { kind: "clicked", link: "https://shop.test/gone" } as const;
  const third = { ...step("third", 60), condition: clicked };
  expect(await told({ steps: [first, { ...second, condition: { kind: "notOpened" } }, third] })).toEqual([
    ["check_not_opened_uncounted", "second", "what", false],
    ["check_clicked_uncounted", "third", "what", false],
    ["check_link_absent", "third", "what", false],
  ]);
  expect(await client("GET /amplify/campaigns/{id}/plan", { params })).toEqual(before);
});
