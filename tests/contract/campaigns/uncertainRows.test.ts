import { afterAll, beforeAll, expect, test } from "bun:test";
import { followCampaigns } from "../../../cli/followCampaigns.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { drafted, started, step } from "../../support/campaigns/drafted.ts";
import { byRecipient } from "../../support/smtp/scriptedSmtp.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer;
beforeAll(async () => {
  // The line breaks after the final dot: nobody knows whether these two arrived.
  sending = await startSendingServer({
    smtp: { dot: byRecipient({ "lead1@in.test": "drop", "lead2@in.test": "drop" }) },
  });
  await sending.addLeads(3);
});
afterAll(() => sending.close());

test("uncertain mails that are named are answered one by one, and nothing is done to what is known or another's", async () => {
  const [campaignId, other] = [await sending.send(), await sending.send(["lead0@in.test"])];
  for (const id of [campaignId, other]) await sending.untilCounts(id, (_, { state }) => state === "finished");
  const { client } = sending.person;
  const mails = async (id: string) =>
    (await client("GET /amplify/campaigns/{id}/deliveries", { params: { id } })).items.toSorted((a, b) =>
      a.email.localeCompare(b.email),
    );
  const [sent = "", doubted = "", alsoDoubted = ""] = (await mails(campaignId)).map(({ _id }) => _id);
  const elsewhere = (await mails(other))[0]?._id ?? "";
  const decide = async (decision: "sent" | "failed", deliveries: string[], query: { answer?: "rows" } = {}) =>
    client("POST /amplify/campaigns/{id}/uncertain", {
      params: { id: campaignId },
      query,
      body: { decision, deliveries },
    });

  const named = [doubted, elsewhere, sent, doubted];
  const { decided, rows } = await decide("failed", named, { answer: "rows" });
  expect(decided).toBe(1);
  expect(rows).toEqual([
    { index: 0, outcome: "changed", _id: doubted },
    {
      ...{ index: 1, outcome: "refused", _id: null, field: "deliveries.1" },
      reason: "This campaign has no such mail",
      cause: { code: "uncertain_not_found", params: {}, reply: null },
    },
    {
      ...{ index: 2, outcome: "refused", _id: sent, field: "deliveries.2" },
      reason: "What became of this mail is known by now",
      cause: { code: "uncertain_no_more", params: {}, reply: null },
    },
    { index: 3, outcome: "repeated", _id: doubted, first: 0 },
  ]);
  expect((await mails(campaignId)).map(({ state }) => state)).toEqual(["sent", "failed", "uncertain"]);

  // A program that did not hear the answer asks once more.
  expect((await decide("failed", named.slice(0, 1), { answer: "rows" })).rows).toEqual([
    { index: 0, outcome: "unchanged", _id: doubted },
  ]);
  expect(await decide("sent", [alsoDoubted])).toEqual({ message: expect.any(String), decided: 1 });
});

test("a sequence whose leads wait for a person's word says so, no script waits for it, and it ends once that is given", async () => {
  const { client, uid, token, email } = sending.person;
  const leads = ((await client("GET /amplify/leads")) as Lead[]).filter(
    (lead) => lead.email !== "lead0@in.test",
  );
  const plan = await drafted(sending, {
    ...{ kind: "sequence", steps: [step("one", 0), step("two", 60)] },
    audience: { leads: leads.map(({ _id }) => _id) },
  });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await sending.untilCounts(plan._id, ({ uncertain }) => uncertain === 2);
  expect(await sending.campaign(plan._id)).toMatchObject({
    ...{ state: "running", waitingCause: { code: "outcome_undecided" }, nextAt: null },
  });
  const { items } = await client("GET /amplify/campaigns/{id}/leads", { params });
  expect(items.map(({ state, dueAt }) => ({ state, dueAt }))).toEqual(
    leads.map(() => ({ state: "uncertain", dueAt: null })),
  );
  const watched = followCampaigns({
    ...{ client, session: { server: sending.server.url, uid, token, email }, campaignIds: [plan._id] },
    ...{
      throughPauses: false,
      signal: AbortSignal.timeout(30_000),
      now: Date.now,
      words: (_, text) => text ?? "",
    },
  });
  const events = await Array.fromAsync(watched);
  expect(events.at(-1)).toMatchObject({ over: true, figures: { state: "running", uncertain: 2 } });
  await client("POST /amplify/campaigns/{id}/uncertain", { params, body: { decision: "failed" } });
  await until(async () => (await sending.campaign(plan._id)).state === "finished");
});
