import { afterEach, expect, test } from "bun:test";
import { closeAll, mailTo, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

/** What greylisting says to RCPT where it does not give its name. */
const nameless = [
  "451 4.7.1 Try again later",
  "451 Deferred, come back in 300 seconds",
  "450 4.7.1 <bob@example.test>: Recipient address rejected: Try again later",
  "451 4.3.2 please try again",
];

const ofServers = [
  "451 4.7.500 Server busy. Please try again later",
  "451 4.7.1 Quota exceeded, try again later",
  "451 Temporary local problem - please try later",
  "450 4.3.2 Service currently unavailable, try later",
  "450 4.7.1 Client host rejected: cannot find your reverse hostname, try again later",
];

eachClient("one mail", (links) => {
  for (const rcpt of nameless)
    test(`${rcpt} at RCPT defers this recipient alone, as greylisting does that has no name`, async () => {
      const server = await startServer({ rcpt });
      const outcome = await openSender(server, {}, links()).send(mailTo("bob@example.test"));
      expect<object>(outcome).toEqual({ kind: "busy", reason: expect.anything() });
    });

  for (const rcpt of ofServers)
    test(`${rcpt} at RCPT may be said to everybody`, async () => {
      const server = await startServer({ rcpt });
      const outcome = await openSender(server, {}, links()).send(mailTo("bob@example.test"));
      expect(outcome).toMatchObject({ kind: "busy", server: true });
    });

  test("451 4.7.1 Try again later after the message may be said to everybody, since greylisting answers RCPT", async () => {
    const server = await startServer({ dot: "451 4.7.1 Try again later" });
    const outcome = await openSender(server, {}, links()).send(mailTo("bob@example.test"));
    expect(outcome).toMatchObject({ kind: "busy", server: true });
  });
});
