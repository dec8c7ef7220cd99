import { afterEach, expect, test } from "bun:test";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let sending: SendingServer | undefined;
afterEach(async () => {
  await sending?.close();
  sending = undefined;
});

test("whoever did not open a campaign whose opens were not counted cannot be sent to", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  const plan = await drafted(sending, { trackOpens: false, trackClicks: true });
  await started(sending, plan);
  const params = { id: plan._id };
  const followUp = (to: "notOpened" | "notClicked" | "same") =>
    client("POST /amplify/campaigns/{id}/duplicate", { params, body: { to } });
  await expect(followUp("notOpened")).rejects.toMatchObject({
    code: "conflict",
    reason: { code: "followup_uncounted", params: { by: "opens" } },
    message: "Opens of this campaign were not counted, so nobody knows who did not open it",
  });
  expect((await followUp("same")).audience.after).toBeNull();
  const { _id: id, audience, version } = await followUp("notClicked");
  expect(audience.after).toEqual({ campaignId: plan._id, unless: "clicked" });

  const told = async () => {
    const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id } });
    return checks
      .filter(({ cause }) => cause.code.startsWith("check_after"))
      .map(({ reason, part, stops }) => [reason, part, stops]);
  };
  const refusing =
    "Whoever does not want to be counted is taken for somebody who followed none of its links, and gets this too";
  expect(await told()).toEqual([[refusing, "whom", false]]);
  // A program may name any campaign: what was not counted of it is told before the start.
  const after = { campaignId: plan._id, unless: "opened" as const };
  await client("PUT /amplify/campaigns/{id}/plan", {
    params: { id },
    body: { version, audience: { ...audience, after } },
  });
  expect(await told()).toEqual([
    [
      "The opens of the campaign before were not counted, so this goes to everybody who got it",
      "whom",
      false,
    ],
  ]);
});

test("where only those who agreed were counted, a follow-up says whom it takes for not having opened", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(1);
  await client("PUT /amplify/account/tracking", { body: { track: "granted" } });
  const plan = await drafted(sending);
  await started(sending, plan);
  const { _id: id } = await client("POST /amplify/campaigns/{id}/duplicate", {
    params: { id: plan._id },
    body: { to: "notOpened" },
  });
  const { checks } = await client("GET /amplify/campaigns/{id}/review", { params: { id } });
  expect(checks.filter(({ part }) => part === "whom").map(({ reason }) => reason)).toEqual([
    "Of the campaign before only those who agreed were counted, so everybody else is taken for somebody who did not open it",
  ]);
});

test("whoever got a campaign is left out also as another lead, who was deleted and added again", async () => {
  sending = await startSendingServer();
  const { client } = sending.person;
  await sending.addLeads(3);
  const plan = await drafted(sending);
  await started(sending, plan);
  const [lead] = (await client("GET /amplify/leads")) as Lead[];
  if (lead === undefined) throw new Error("there is no lead");
  const { _id: id, email, firstName, lastName, phone } = lead;
  await client("DELETE /amplify/leads/{id}", { params: { id } });
  await client("POST /amplify/leads", { body: { firstName, lastName, email, phone, collection: [] } });
  await client("POST /amplify/leads", {
    body: { firstName, lastName, email: "new@in.test", phone, collection: [] },
  });
  const nobody = { collections: [], segments: [], campaigns: [], mailedWithinDays: null };
  for (const not of [
    { ...nobody, campaigns: [plan._id] },
    { ...nobody, mailedWithinDays: 1 },
  ]) {
    const next = await drafted(sending, { audience: { everyone: true, not } });
    const query = { params: { id: next._id } };
    const { audience } = await client("GET /amplify/campaigns/{id}/review", query);
    expect([audience.total, audience.recipients, audience.left.map(({ count }) => count)]).toEqual([
      4,
      1,
      [3],
    ]);
    const { code } = audience.left[0]?.cause ?? { code: "opted_out" as const };
    const excluded = { code, audience: next.audience };
    expect((await client("POST /amplify/campaigns/audience/left", { body: excluded })).items.length).toBe(3);
  }
});
