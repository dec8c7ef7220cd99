import { afterEach, describe, expect, test } from "bun:test";
import type { Counts } from "../../contract/schemas/campaign.ts";
import type { SmtpScript } from "../support/smtp/scriptedSmtp.ts";
import { type SendingServer, sender, startSendingServer } from "../support/smtp/sendingServer.ts";
import { until } from "../support/until.ts";

const perDay = 4;
let open: SendingServer | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** An account with a small daily limit, and twice as many leads as that. */
async function start(): Promise<SendingServer> {
  open = await startSendingServer({ credential: { perDay } });
  await open.addLeads(2 * perDay);
  return open;
}

const firstHalf = Array.from({ length: perDay }, (_, index) => `lead${index}@in.test`);
const otherHalf = firstHalf.map((_, index) => `lead${perDay + index}@in.test`);

async function accountOf({ person }: SendingServer) {
  const [account] = await person.client("GET /amplify/auth/credentials");
  if (account === undefined) throw new Error("no account");
  return account;
}

/** Ends the campaign, makes the server well again and lets the account go on. */
async function recover(sending: SendingServer, campaignId: string, step: keyof SmtpScript): Promise<void> {
  const { person, smtp, campaign } = sending;
  delete smtp.script[step];
  if ((await campaign(campaignId)).state !== "finished")
    await person.client("POST /amplify/campaigns/{id}/cancel", { params: { id: campaignId } });
  const { _id: id, state } = await accountOf(sending);
  if (state === "paused")
    await person.client("POST /amplify/auth/credentials/{id}/resume", { params: { id } });
}

async function sendTest({ person }: SendingServer): Promise<string> {
  const body = { html: "<p>Hi</p>", from: sender };
  return person.client("POST /email/send/test", { body }).then(
    () => "sent",
    (error: Error) => error.message,
  );
}

describe("a daily limit", () => {
  test.each([
    ["greets with 421", "greeting", "421 4.3.2 Shutting down"],
    ["greets with 554", "greeting", "554 5.7.1 Your network is blocked"],
    ["answers EHLO with 421", "ehlo", "421 4.3.2 Shutting down"],
    ["answers the sign-in with 454", "auth", "454 4.7.0 Later"],
    ["answers the sign-in with 535", "auth", "535 5.7.8 Bad credentials"],
    ["answers MAIL with 421", "mail", "421 4.7.0 Too many"],
    ["answers MAIL with 550", "mail", "550 5.7.1 Not your address"],
    ["answers RCPT with 451", "rcpt", "451 4.3.0 Later"],
    ["answers RCPT with 550", "rcpt", "550 5.1.1 No such user"],
    ["answers the mail with 552", "dot", "552 5.3.4 Too big"],
    ["hangs up on the mail", "rcpt", "drop"],
  ] as const)(
    "is not spent by a server that %s, and the card calls nothing sent",
    async (_, step, action) => {
      const sending = await start();
      const { smtp, send, untilCounts } = sending;
      // The connection that was used to prove the sign-in is gone, so every step comes again.
      smtp.script[step] = action;
      const refused = await send(firstHalf, "Refused");
      const isTried = ({ queued, deferred, failed, sending: underWay }: Counts) =>
        underWay === 0 && queued + deferred + failed === perDay;
      await untilCounts(
        refused,
        (counts, { waiting, state }) => isTried(counts) && (waiting !== null || state === "finished"),
      );
      expect(await accountOf(sending)).toMatchObject({ sentToday: 0 });
      expect(smtp.acceptedCount()).toBe(0);

      await recover(sending, refused, step);
      const taken = await send(otherHalf, "Taken");
      const { counts } = await untilCounts(taken, (_, { state }) => state === "finished");
      expect(counts.sent).toBe(perDay);
      expect(await accountOf(sending)).toMatchObject({ sentToday: perDay });
    },
  );

  test("is spent by mails of which nobody knows whether they were taken", async () => {
    const sending = await start();
    sending.smtp.script.dot = { accept: true, next: "drop" };
    const lost = await sending.send(firstHalf, "Lost");
    await sending.untilCounts(lost, ({ uncertain }) => uncertain === perDay);
    expect(await accountOf(sending)).toMatchObject({ sentToday: perDay });
    const { waiting } = await sending.untilCounts(
      await sending.send(otherHalf, "Too many"),
      (_, campaign) => campaign.waiting !== null,
    );
    expect(waiting).toContain("the limit of 4 mails in 24 hours");
  });
});

describe("a test mail", () => {
  test("that the limit refuses is not booked", async () => {
    const sending = await start();
    await sending.untilCounts(await sending.send(firstHalf), (_, { state }) => state === "finished");
    for (let n = 0; n < 3; n++) expect(await sendTest(sending)).toContain("the limit of 4 mails in 24 hours");
    expect(await accountOf(sending)).toMatchObject({ sentToday: perDay });
  });

  test("is booked once it was taken, and not when the server refuses it", async () => {
    const sending = await start();
    expect(await sendTest(sending)).toBe("sent");
    expect(await accountOf(sending)).toMatchObject({ sentToday: 1 });
    sending.smtp.script.rcpt = "550 5.1.1 No such user";
    for (let n = 0; n < 5; n++) expect(await sendTest(sending)).toContain("No such user");
    delete sending.smtp.script.rcpt;
    expect(await accountOf(sending)).toMatchObject({ sentToday: 1 });
    expect(await sendTest(sending)).toBe("sent");
    expect(await accountOf(sending)).toMatchObject({ sentToday: 2 });
    await until(() => sending.smtp.acceptedCount() === 2);
  });
});
