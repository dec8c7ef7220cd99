import { afterAll, beforeAll, expect, test } from "bun:test";
import { drafted, started } from "../../support/campaigns/drafted.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer;
beforeAll(async () => {
  sending = await startSendingServer();
  await sending.addLeads(1);
});
afterAll(() => sending.close());

test("a start can be taken back while it is held, and then nobody has got anything", async () => {
  const plan = await drafted(sending, { holdSeconds: 600 });
  const held = await started(sending, plan, "holding");
  expect(held).toMatchObject({ state: "holding", counts: { sent: 0 } });
  expect(held.holdUntil).toBeGreaterThan(Date.now());
  const params = { id: plan._id };
  const { client } = sending.person;
  const back = await client("POST /amplify/campaigns/{id}/undo", { params });
  expect(back).toMatchObject({ state: "draft", holdUntil: null });
  await expect(client("POST /amplify/campaigns/{id}/undo", { params })).rejects.toMatchObject({
    status: 409,
    message: "This campaign is a draft, so it cannot be taken back. It was not started.",
  });
  expect(sending.smtp.accepted).toEqual([]);
});

test("a start that is planned waits for its moment, and may be cancelled before it", async () => {
  const plan = await drafted(sending, { startAt: "2099-01-05T09:00", zone: "Europe/Berlin" });
  const planned = await started(sending, plan, "scheduled");
  expect(planned.startAt).toBe(Date.UTC(2099, 0, 5, 8));
  const { client } = sending.person;
  const params = { id: plan._id };
  const ended = await client("POST /amplify/campaigns/{id}/cancel", { params });
  expect(ended.state).toBe("cancelled");
  const [latest] = await client("GET /amplify/campaigns/{id}/activity", { params });
  expect(latest?.reason).toBe("Cancelled it");
});

test("a campaign that is cancelled does not say of a mail on its way that it was not sent", async () => {
  const slow = await startSendingServer({ smtp: { dot: { reply: "250 2.0.0 Taken", delayMs: 1_500 } } });
  await slow.addLeads(1);
  const plan = await drafted(slow);
  await started(slow, plan, null);
  await slow.untilCounts(plan._id, (counts) => counts.sending === 1);
  const { client } = slow.person;
  const params = { id: plan._id };
  await client("POST /amplify/campaigns/{id}/cancel", { params });
  await slow.untilCounts(plan._id, (counts) => counts.sent === 1);
  const activity = await client("GET /amplify/campaigns/{id}/activity", { params });
  expect(activity.map(({ reason }) => reason)).toContain("Cancelled it; 1 mail had not been sent yet");
  await slow.close();
});

test("a planned campaign says before its time that its account does not send, and that it is gone", async () => {
  const { client } = sending.person;
  const plan = await drafted(sending, { startAt: "2099-01-05T09:00" });
  const { waiting, waitingCause } = await started(sending, plan, "scheduled");
  expect([waiting, waitingCause]).toEqual([null, null]);
  const listed = async () =>
    (await client("GET /amplify/campaigns")).find(({ _id }) => _id === plan._id)?.waiting;
  const [account] = await client("GET /amplify/auth/credentials");
  const params = { id: account?._id ?? "" };
  const accountState = async () => (await client("GET /amplify/auth/credentials"))[0];

  sending.smtp.script.auth = "535 5.7.8 Bad credentials";
  await sending.send();
  await until(async () => (await accountState())?.state === "paused");
  expect(await listed()).toStartWith(`Its mails will wait: Ada <${sender}> does not send just now (`);
  expect((await sending.campaign(plan._id)).waitingCause?.code).toBe("start_account_rests");

  sending.smtp.script.auth = () => null;
  await client("POST /amplify/auth/credentials/{id}/resume", { params });
  expect(await listed()).toBeNull();

  // What waited goes out; a connection that is left open would take the next mail without a sign-in.
  await sending.smtp.until(() => sending.smtp.acceptedCount() === 1);
  sending.smtp.script.auth = "454 4.7.0 Temporary authentication failure";
  sending.smtp.dropAll();
  // That it waits for its server for a while does not matter by then.
  await sending.send(undefined, "Another one");
  await until(async () => typeof (await accountState())?.pausedUntil === "number");
  expect(await listed()).toBeNull();

  await client("DELETE /amplify/auth/credentials/{id}", { params });
  expect(await listed()).toStartWith(
    "It cannot start: an account that was chosen is not connected any more.",
  );
  const gone = await sending.campaign(plan._id);
  expect([gone.state, gone.waitingCause?.code]).toEqual(["scheduled", "start_account_gone"]);
});

test("one whose account is gone when its time comes is paused, and says what can be done", async () => {
  const own = await startSendingServer();
  try {
    await own.addLeads(1);
    const { client } = own.person;
    const plan = await drafted(own, { holdSeconds: 3 });
    await started(own, plan, "holding");
    const [account] = await client("GET /amplify/auth/credentials");
    await client("DELETE /amplify/auth/credentials/{id}", { params: { id: account?._id ?? "" } });
    await until(async () => (await own.campaign(plan._id)).state === "paused");
    expect((await own.campaign(plan._id)).waiting).toBe(
      "It could not start: An account that was chosen is not connected any more. Put that right and resume it, or take the start back to change it.",
    );
    expect(own.smtp.accepted).toEqual([]);
  } finally {
    await own.close();
  }
});
