import { afterEach, expect, test } from "bun:test";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import { closeAll, mailTo, openSender, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

const asAnn = { from: "ann@example.test", isRelay: false };
const nobody = { user: "", password: "" };

eachClient("a server that relays only for whoever signed in", (links) => {
  for (const reply of [
    "550 relay not permitted",
    "554 5.7.1 <postmaster@example.com>: Relay access denied",
    "530 5.7.0 Authentication required",
  ])
    test(`is not added without a password, though it takes the sender: ${reply}`, async () => {
      const server = await startServer({ rcpt: reply });
      expect(inEnglish(await verifySmtp(optionsFor(server, nobody), asAnn, links()))).toMatchObject({
        ok: false,
        temporary: false,
        reason: `127.0.0.1:${server.port} takes mail only after a sign-in: enter the password. The server said: ${reply}`,
      });
    });

  test("is added with one, and is asked for no recipient then", async () => {
    const server = await startServer({ rcpt: "550 relay not permitted" });
    expect(await verifySmtp(optionsFor(server), asAnn, links())).toEqual({ ok: true });
  });

  for (const reply of [
    "556 5.1.10 <postmaster@example.com>: Null MX",
    "451 4.7.1 Greylisted",
    "550 No such user",
  ])
    test(`is not what says ${reply} of the recipient that is asked for`, async () => {
      const server = await startServer({ rcpt: reply });
      expect(await verifySmtp(optionsFor(server, nobody), asAnn, links())).toEqual({ ok: true });
    });

  test("says the same of every recipient, so that a person is asked before all of a list failed", async () => {
    const server = await startServer({ rcpt: "550 relay not permitted" });
    expect(await openSender(server, nobody, links()).send(mailTo("bob@example.test"))).toMatchObject({
      kind: "refused",
      policy: "550  relay not permitted",
    });
  });

  test("may say of one address that it is relayed no longer", async () => {
    const server = await startServer({ rcpt: "551 5.1.6 Moved, we do not relay" });
    const outcome = await openSender(server, {}, links()).send(mailTo("bob@example.test"));
    expect(outcome).toMatchObject({ kind: "refused" });
    expect(outcome).not.toHaveProperty("policy");
  });
});
