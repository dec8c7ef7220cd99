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
