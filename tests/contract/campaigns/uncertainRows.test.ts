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
    smtp: {
      dot: byRecipient({ "lead1@in.test": "drop", "lead2@in.test": "drop" }),
      rcpt: byRecipient({
        "no0@in.test": "550 5.1.1 No such user",
        "no1@in.test": "550 5.1.1 No such user",
        "later0@in.test": "450 4.2.0 Greylisted",
      }),
    },
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
      index: 1,
      outcome: "refused",
      _id: null,
      field: "deliveries.1",
      reason: "This campaign has no such mail",
      cause: { code: "uncertain_not_found", params: {}, reply: null },
    },
    {
      index: 2,
      outcome: "refused",
      _id: sent,
      field: "deliveries.2",
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
    kind: "sequence",
    steps: [step("one", 0), step("two", 60)],
    audience: { leads: leads.map(({ _id }) => _id) },
  });
  const params = { id: plan._id };
  await started(sending, plan, null);
  await sending.untilCounts(plan._id, ({ uncertain }) => uncertain === 2);
  expect(await sending.campaign(plan._id)).toMatchObject({
    state: "running",
    waitingCause: { code: "outcome_undecided" },
    nextAt: null,
  });
  const { items } = await client("GET /amplify/campaigns/{id}/leads", { params });
  expect(items.map(({ state, dueAt }) => ({ state, dueAt }))).toEqual(
    leads.map(() => ({ state: "uncertain", dueAt: null })),
  );
  const watched = followCampaigns({
    client,
    session: { server: sending.server.url, uid, token, email },
    campaignIds: [plan._id],
    throughPauses: false,
    signal: AbortSignal.timeout(30_000),
    now: Date.now,
    words: (_, text) => text ?? "",
  });
  const events = await Array.fromAsync(watched);
  expect(events.at(-1)).toMatchObject({ over: true, figures: { state: "running", uncertain: 2 } });
  await client("POST /amplify/campaigns/{id}/uncertain", { params, body: { decision: "failed" } });
  await until(async () => (await sending.campaign(plan._id)).state === "finished");
});

test("what became of a mail whose recipient takes no more of them stays known, and the others are as many as are said to go again", async () => {
  const { client } = sending.person;
  await sending.addLeads(2, "no");
  const id = await sending.send(["no0@in.test", "no1@in.test", "lead1@in.test", "lead2@in.test"]);
  const isOver = () => sending.untilCounts(id, (_, { state }) => state === "finished");
  await isOver();
  const params = { id };
  const all = (await client("GET /amplify/leads")) as Lead[];
  const one = (name: string) => all.find(({ email }) => email === `${name}@in.test`) as Lead;
  const optOut = (name: string, optout: boolean) =>
    client("PUT /amplify/leads/{id}", { params: { id: one(name)._id }, body: { ...one(name), optout } });
  for (const name of ["no0", "lead1"]) await optOut(name, true);
  const retryable = async () =>
    (await client("GET /amplify/campaigns/{id}/causes", { params })).map(({ state, retry }) => [
      state,
      retry,
    ]);

  const again = await client("POST /amplify/campaigns/{id}/uncertain", {
    params,
    query: { answer: "rows" },
    body: {
      decision: "again",
      deliveries: (
        await client("GET /amplify/campaigns/{id}/deliveries", { params, query: { state: "uncertain" } })
      ).items
        .toSorted((a, b) => a.email.localeCompare(b.email))
        .map(({ _id }) => _id),
    },
  });
  expect(again).toMatchObject({
    decided: 1,
    rows: [{ outcome: "refused", reason: "Its recipient takes no mails any more" }, { outcome: "changed" }],
  });
  await isOver();
  const retry = () => client("POST /amplify/campaigns/{id}/retry", { params, body: { states: ["failed"] } });
  expect((await retry()).retried).toBe(1);
  await isOver();
  expect((await sending.campaign(id)).counts).toMatchObject({ failed: 2, uncertain: 2, skipped: 0 });
  await client("DELETE /amplify/leads/{id}", { params: { id: one("no1")._id } });
  await optOut("lead2", true);
  expect((await retryable()).sort()).toEqual([
    ["failed", null],
    ["uncertain", null],
  ]);
  expect((await retry()).retried).toBe(0);
  await optOut("no0", false);
  expect(await retryable()).toContainEqual(["failed", "failed"]);
});

test("nothing of a campaign that was cancelled is offered to be tried again", async () => {
  const { client } = sending.person;
  for (const prefix of ["no", "later"]) await sending.addLeads(1, prefix);
  const id = await sending.send(["no0@in.test", "later0@in.test"]);
  await sending.untilCounts(id, ({ failed, deferred }) => failed + deferred === 2);
  await client("POST /amplify/campaigns/{id}/cancel", { params: { id } });
  const causes = await client("GET /amplify/campaigns/{id}/causes", { params: { id } });
  expect(causes.map(({ state, retry }) => [state, retry]).sort()).toEqual([
    ["failed", null],
    ["skipped", null],
  ]);
});
