import { afterAll, beforeAll, expect, test } from "bun:test";
import { hourMs, minuteMs } from "../../../contract/limits/units.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let sending: SendingServer;
let aheadMs = 0;
const time = { wallMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() + aheadMs };
beforeAll(async () => {
  sending = await startSendingServer({ time });
  await sending.addLeads(1);
});
afterAll(() => sending.close());

const account = async () => {
  const [first] = await sending.person.client("GET /amplify/auth/credentials");
  return { id: first?._id ?? "" };
};

/** What the activity says of the account, the newest first, with who did it. */
async function toldOfAccount(id: string): Promise<string[]> {
  const told = await sending.person.client("GET /amplify/campaigns/{id}/activity", { params: { id } });
  return told
    .filter(({ cause }) => cause.code.startsWith("did_account_"))
    .map(({ who, reason }) => `${who ?? "by itself"}: ${reason}`);
}

const waitsFor = (id: string, code: string) =>
  until(async () => (await sending.campaign(id)).waitingCause?.code === code);

test("it tells once that its account waits for its server, however often that is asked meanwhile", async () => {
  const { smtp } = sending;
  smtp.script.auth = "454 4.7.0 Temporary authentication failure";
  const id = await sending.send();
  await until(async () => (await toldOfAccount(id)).length > 0);
  const told = await toldOfAccount(id);
  expect(told).toHaveLength(1);
  expect(told[0]).toStartWith(`by itself: Its account ${sender} waits: `);
  expect(told[0]).toContain("Temporary authentication failure");

  // The rest is over, and the server is asked for both.
  aheadMs += hourMs;
  const other = await sending.send();
  await until(async () => (await toldOfAccount(other)).length > 0);
  expect(await toldOfAccount(id)).toEqual(told);

  smtp.script.auth = () => null;
  aheadMs += hourMs;
  for (const waiting of [id, other]) {
    await sending.person.client("POST /amplify/auth/credentials/{id}/resume", { params: await account() });
    await sending.untilCounts(waiting, ({ sent, deferred }) => {
      // A try that the clock's leap cut off is made again some minutes later.
      if (deferred > 0) aheadMs += minuteMs;
      return sent === 1;
    });
  }
});

test("a campaign's activity tells that its account stopped and why, and who let it go on or removed it", async () => {
  const { client } = sending.person;
  sending.smtp.script.auth = "535 5.7.8 Bad credentials";
  const id = await sending.send();
  await until(async () => (await sending.campaign(id)).state === "paused");
  const stopped = `by itself: Paused with its account ${sender}: `;
  const [first, ...others] = await toldOfAccount(id);
  expect(first).toStartWith(stopped);
  expect(others).toEqual([]);

  delete sending.smtp.script.auth;
  sending.smtp.script.rcpt = "450 4.2.0 Later";
  await client("POST /amplify/auth/credentials/{id}/resume", { params: await account() });
  const who = (await sending.campaign(id)).createdBy;
  expect((await toldOfAccount(id))[0]).toBe(`${who}: Goes on with its account ${sender}`);

  await client("DELETE /amplify/auth/credentials/{id}", { params: await account() });
  await waitsFor(id, "account_removed");
  expect(await toldOfAccount(id)).toEqual([
    `${who}: Paused with its account ${sender}: Its account was removed. Send the rest from another account, or connect it again.`,
    `${who}: Goes on with its account ${sender}`,
    first ?? "",
  ]);
});
