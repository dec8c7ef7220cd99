import { afterEach, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { inner, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { inTime } from "../../../server/campaigns/testMails.ts";
import { inWords } from "../../../server/core/inWords.ts";
import type { SmtpOptions, SmtpTimeouts } from "../../../server/sending/senders/smtpConnection.ts";
import { waitsForTls } from "../../../server/sending/senders/smtpError.ts";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import { closeAll, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

const asAnn = { from: "ann@example.test", isRelay: false };

test("an account's check waits for a server that greets late, and no longer than a person does for one that is not there", async () => {
  const waits: Partial<SmtpTimeouts>[] = [];
  const noting = (from: Partial<SmtpOptions>) =>
    verifySmtp({ ...optionsFor({ port: 587 }), ...from }, asAnn, async ({ timeouts = {} }) => {
      waits.push(timeouts);
      return { ok: false, fault: { stage: "connect", reason: reason("connections_busy") } };
    });
  await noting({ security: "starttls" });
  await noting({ port: 465, security: "starttls" });
  const { greetingMs, verifyMs, verifySilentMs } = sendLimits;
  expect(waits).toEqual([
    { connectMs: verifySilentMs, greetingMs },
    { connectMs: verifySilentMs, greetingMs: verifySilentMs },
  ]);
  expect(greetingMs).toBeGreaterThanOrEqual(verifyMs);
});

test("whoever waits for a test mail is told in time that its server has not answered yet, and hears of one that does at once", async () => {
  const waits: { waitMs: number; pass(): void }[] = [];
  let calledOff = 0;
  const after = (waitMs: number, pass: () => void) => {
    waits.push({ waitMs, pass });
    return () => calledOff++;
  };
  const sent: Outcome = { kind: "sent", reason: reason("accepted", {}, "250 ok") };
  expect(await inTime(Promise.resolve(sent), { after })).toEqual(sent);
  expect(calledOff).toBe(1);

  const server = Promise.withResolvers<Outcome>();
  const told = inTime(server.promise, { after });
  expect(waits.at(-1)?.waitMs).toBeLessThan(60_000);
  waits.at(-1)?.pass();
  const late = await told;
  expect(late.kind).toBe("uncertain");
  expect(inWords(reason("test_uncertain", { email: "ann@in.test", why: inner(late.reason) }))).toBe(
    "It is not known whether the test email went out (Its server has not answered yet). Look into ann@in.test before trying again.",
  );
  // What fails after that is nobody's any more.
  server.reject(new Error("the connection was cut"));
  await expect(inTime(Promise.reject(new Error("no database")), { after })).rejects.toThrow("no database");
});

/** It takes connections and never says a word. */
async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const [port, security, hint] of [
  [465, "starttls", "Port 465 is for TLS from the first byte"],
  [587, "tls", "Port 587 is for connections that begin without TLS: choose STARTTLS"],
  [25, "tls", "Port 25 is for connections that begin without TLS: choose STARTTLS"],
  [25, "starttls", "Many networks let nothing out to port 25"],
  [587, "starttls", "a firewall may be in the way"],
  [465, "tls", "a firewall may be in the way"],
] as const)
  test(`a server that is silent at port ${port} with ${security} is told of with what is likely there`, () => {
    const place = `mx.test:${port}`;
    const tlsPort = waitsForTls({ port, security });
    const said = inWords(reason("greeting_timeout", { place, tlsPort, security }));
    expect(said).toContain(hint);
    // Whoever reads it later, of a campaign's mails, is told no more than what happened.
    const later = inWords(reason("connect_timeout", { place, security: null }));
    expect(later).toBe(`${place} could not be reached in time`);
  });

eachClient("verifying an account", (links) => {
  test("of a server that says nothing or refuses the connection says what may be chosen wrongly", async () => {
    await using server = await startSilentServer();
    const asked = { ...optionsFor(server), timeouts: { connectMs: 300, greetingMs: 300 } };
    const said = async (security: SmtpOptions["security"]) => {
      const verified = await verifySmtp({ ...asked, security }, asAnn, links());
      return verified.ok ? "" : inWords(verified.reason);
    };
    const hint = "Check the host and the port, often 587 for STARTTLS and 465 for TLS";
    for (const security of ["starttls", "none"] as const)
      expect(await said(security)).toContain(`took the connection but said nothing. ${hint}`);
    expect(await said("tls")).toContain(`could not be reached in time. ${hint}`);
    const refused = await verifySmtp({ ...asked, port: 1 }, asAnn, links());
    expect(inEnglish(refused)).toMatchObject({ reason: `127.0.0.1:1 refused the connection. ${hint}` });
  });

  test("ends in time with a server that is slow at each step", async () => {
    const server = await startServer({ mail: { delayMs: 5_000 } });
    const probe = { ...asAnn, timeMs: 400 };
    expect(inEnglish(await verifySmtp(optionsFor(server), probe, links()))).toMatchObject({
      ok: false,
      temporary: true,
      reason: `127.0.0.1:${server.port} stopped answering`,
    });
  });
});
