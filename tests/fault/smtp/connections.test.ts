import { afterEach, expect, test } from "bun:test";
import { textLimits } from "../../../contract/limits/text.ts";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import { byConnection, byRecipient } from "../../support/smtp/scriptedSmtp.ts";
import { closeAll, mailTo, openSender, optionsFor, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";
import { testCertificate } from "../../support/smtp/testCertificate.ts";

afterEach(closeAll);

for (const tlsMax of ["TLSv1.2", "TLSv1.3"] as const) {
  test(`a connection over ${tlsMax} goes on with the session of the one before`, async () => {
    const server = await startServer({ tls: "implicit", tlsMax });
    const sender = openSender(server, {
      security: "tls",
      host: testCertificate.name,
      pinnedAddress: "127.0.0.1",
      trustedCertificates: testCertificate.certificate,
      mailsPerConnection: 1,
    });
    for (const name of ["a", "b", "c"]) await sender.send(mailTo(`${name}@example.test`));
    expect(server.acceptedCount()).toBe(3);
    expect(server.connectionCount()).toBe(3);
    expect(server.resumedCount()).toBe(2);
  });

  test(`a server that was not trusted over ${tlsMax} is not for having been met before`, async () => {
    const server = await startServer({ tls: "implicit", tlsMax });
    const sender = openSender(server, {
      security: "tls",
      host: "other.test",
      pinnedAddress: "127.0.0.1",
      trustedCertificates: testCertificate.certificate,
    });
    for (const name of ["a", "b", "c"])
      expect((await sender.send(mailTo(`${name}@example.test`))).kind).toBe("account");
    expect(server.conversations.flatMap(({ lines }) => lines).join()).not.toContain("AUTH PLAIN A");
  });
}

const asAnn = { from: "ann@example.test", isRelay: false };

eachClient("a kept connection", (client) => {
  test("carries many mails, also after a refused recipient", async () => {
    const server = await startServer({
      rcpt: byRecipient({ "bad@example.test": "550 5.1.1 No such user" }),
    });
    const sender = openSender(server, {}, client());
    const kinds: string[] = [];
    for (const to of [
      "a@example.test",
      "bad@example.test",
      "b@example.test",
      "bad@example.test",
      "c@example.test",
    ]) {
      kinds.push((await sender.send(mailTo(to))).kind);
    }
    expect(kinds).toEqual(["sent", "refused", "sent", "refused", "sent"]);
    expect(server.connectionCount()).toBe(1);
    expect(server.accepted.map(({ to }) => to[0])).toEqual([
      "a@example.test",
      "b@example.test",
      "c@example.test",
    ]);
  });

  test("that died while idle is replaced without anyone noticing", async () => {
    const server = await startServer({
      mail: ({ connection, mail }) => (connection === 1 && mail === 2 ? "drop" : null),
    });
    const sender = openSender(server, {}, client());
    await sender.send(mailTo("a@example.test"));
    expect(await sender.send(mailTo("b@example.test"))).toMatchObject({ kind: "sent" });
    expect(server.connectionCount()).toBe(2);
    expect(server.accepted.map(({ to }) => to[0])).toEqual(["a@example.test", "b@example.test"]);
  });

  test("that the server has closed is replaced without anyone noticing", async () => {
    const server = await startServer();
    const sender = openSender(server, {}, client());
    await sender.send(mailTo("a@example.test"));
    server.sayToAll("421 4.4.2 Idle too long");
    server.dropAll();
    await server.until(() => server.openConnections() === 0);
    expect(await sender.send(mailTo("b@example.test"))).toMatchObject({ kind: "sent" });
    expect(server.acceptedCount()).toBe(2);
  });

  test("is replaced once only: when the fresh one dies too, the mail is deferred", async () => {
    const server = await startServer({
      mail: ({ connection, mail }) => (connection > 1 || mail === 2 ? "drop" : null),
    });
    const sender = openSender(server, {}, client());
    await sender.send(mailTo("a@example.test"));
    expect(await sender.send(mailTo("b@example.test"))).toMatchObject({ kind: "busy", connection: true });
    expect(server.connectionCount()).toBe(2);
  });

  test("that dies after the final dot is not tried again", async () => {
    const server = await startServer({
      dot: ({ mail }) => (mail === 2 ? { accept: true, next: "drop" } : null),
    });
    const sender = openSender(server, {}, client());
    await sender.send(mailTo("a@example.test"));
    expect(await sender.send(mailTo("b@example.test"))).toMatchObject({ kind: "uncertain" });
    expect(server.acceptedCount()).toBe(2);
    expect(server.connectionCount()).toBe(1);
  });
});

eachClient("a kept connection out of step with its server", (client) => {
  test("never calls a mail sent", async () => {
    const server = await startServer({
      dot: ({ connection }) => (connection === 1 ? "250 Accepted\r\n250 Again" : "550 5.1.1 No"),
    });
    const sender = openSender(server, {}, client());
    await sender.send(mailTo("a@example.test"));
    expect((await sender.send(mailTo("b@example.test"))).kind).not.toBe("sent");
  });

  test("is, after one reply too many, not used for another mail", async () => {
    const server = await startServer({
      dot: ({ connection }) => (connection === 1 ? "250 2.0.0 Accepted\r\n250 2.0.0 Again" : null),
    });
    const sender = openSender(server, {}, client());
    for (const name of ["a", "b", "c"])
      expect((await sender.send(mailTo(`${name}@example.test`))).kind).toBe("sent");
    expect(server.connectionCount()).toBe(2);
    expect(server.accepted.flatMap(({ to }) => to)).toHaveLength(3);
  });

  test("is closed after another command's reply, and nobody is called sent for it", async () => {
    const server = await startServer({
      dot: ({ connection }) =>
        connection % 2 === 1 ? { reply: "250 2.1.5 Recipient ok", accept: false } : null,
    });
    const sender = openSender(server, {}, client());
    const outcomes = [];
    for (let n = 0; n < 24; n++) outcomes.push(await sender.send(mailTo(`${n}@example.test`)));
    const sent = outcomes.filter(({ kind }) => kind === "sent").length;
    expect(sent).toBe(server.acceptedCount());
    expect(outcomes.filter(({ kind }) => kind === "uncertain")).toHaveLength(1);
    expect(server.connectionCount()).toBe(2);
  });
});

eachClient("a connection that has served its time", (client) => {
  test("is renewed after so many mails", async () => {
    const server = await startServer();
    const sender = openSender(server, { mailsPerConnection: 2 }, client());
    for (const name of ["a", "b", "c", "d", "e"]) await sender.send(mailTo(`${name}@example.test`));
    expect(server.connectionCount()).toBe(3);
  });

  test("is closed when it has been idle for too long", async () => {
    const server = await startServer();
    await openSender(server, { timeouts: { connectionIdleMs: 50 } }, client()).send(mailTo("a@example.test"));
    await server.until(() => server.openConnections() === 0);
    expect(server.conversations[0]?.lines).toContain("C: QUIT");
  });
});

eachClient("a sender", (client) => {
  test("never opens more connections than it may, and sends everything", async () => {
    let most = 0;
    const server = await startServer({
      mail: () => {
        most = Math.max(most, server.openConnections());
        return null;
      },
    });
    const sender = openSender(server, { connections: 3 }, client());
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => sender.send(mailTo(`${index}@example.test`))),
    );
    expect(outcomes.every(({ kind }) => kind === "sent")).toBe(true);
    expect(most).toBe(3);
    expect(new Set(server.accepted.map(({ messageId }) => messageId)).size).toBe(60);
  });

  test("lets mails under way end before it closes", async () => {
    const server = await startServer({ dot: { reply: "250 ok", delayMs: 100 } });
    const sender = openSender(server, {}, client());
    const sending = Promise.all([1, 2, 3].map((index) => sender.send(mailTo(`${index}@example.test`))));
    await server.until(() => server.connectionCount() === 1);
    await sender.close();
    expect((await sending).map(({ kind }) => kind)).toEqual(["sent", "sent", "sent"]);
    await server.until(() => server.openConnections() === 0);
  });

  test("goes on with the next connection when one could not be opened", async () => {
    const server = await startServer({ greeting: byConnection(["421 4.3.2 Later"]) });
    const sender = openSender(server, {}, client());
    expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "busy", account: true });
    expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "sent" });
  });

  test("never shows the password in a reason, however the server repeats it", async () => {
    const password = "correct horse";
    const base64 = Buffer.from(`\0ann@example.test\0${password}`).toString("base64");
    const server = await startServer({
      auth: `535 5.7.8 AUTH PLAIN ${base64} means ${password}\u0007 \u001b[1;31mcorrect\u001b[0m horse ${"x".repeat(2_000)}`,
    });
    const { kind, reason } = await openSender(server, {}, client()).send(mailTo("a@example.test"));
    expect({ kind, code: reason.code }).toEqual({ kind: "account", code: "sign_in_refused" });
    expect(reason.reply).toStartWith("535 5.7.8 AUTH PLAIN [hidden] means [hidden] [hidden] x");
    expect(reason.reply?.length).toBeLessThanOrEqual(textLimits.reasonMax);
    expect(reason.reply).not.toMatch(/\p{Cc}/u);
  });
});

eachClient("encryption", (client) => {
  const trusted = { trustedCertificates: testCertificate.certificate };
  for (const [tls, security] of [
    ["implicit", "tls"],
    ["starttls", "starttls"],
  ] as const) {
    test(`${security} sends to the pinned address and checks the certificate against the name`, async () => {
      const server = await startServer({ tls });
      // The name resolves nowhere: only the pinned address can have been used.
      const options = { security, host: testCertificate.name, pinnedAddress: "127.0.0.1", ...trusted };
      expect(await openSender(server, options, client()).send(mailTo("a@example.test"))).toMatchObject({
        kind: "sent",
      });
    });

    test(`${security} pauses the account when the certificate is for another name`, async () => {
      const server = await startServer({ tls });
      const options = { security, host: "other.test", pinnedAddress: "127.0.0.1", ...trusted };
      expect(await openSender(server, options, client()).send(mailTo("a@example.test"))).toMatchObject({
        kind: "account",
        reason: { params: { fault: "otherName", names: "smtp.example.test, localhost" } },
      });
      expect(server.conversations.flatMap(({ lines }) => lines).join()).not.toContain("AUTH PLAIN A");
    });

    test(`${security} pauses the account when nobody vouches for the certificate`, async () => {
      const server = await startServer({ tls });
      const options = { security, host: testCertificate.name, pinnedAddress: "127.0.0.1" };
      const outcome = await openSender(server, options, client()).send(mailTo("a@example.test"));
      expect(outcome).toMatchObject({ kind: "account", reason: { params: { fault: "ownSignature" } } });
    });
  }

  test("makes nothing of what was said in clear behind the word to begin", async () => {
    // Whoever is in between says more than the server did: a way to sign in, and a reply that would be one too many.
    const injected = "250-smtp.example.test\r\n250 AUTH LOGIN\r\n250 2.0.0 More";
    const server = await startServer({
      tls: "starttls",
      offerAuth: false,
      starttls: `220 Go ahead\r\n${injected}`,
    });
    const options = {
      security: "starttls",
      host: testCertificate.name,
      pinnedAddress: "127.0.0.1",
      ...trusted,
    };
    const sender = openSender(server, { ...options, security: "starttls" }, client());
    expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "sent" });
    expect(
      server.conversations.flatMap(({ lines }) => lines).filter((line) => /^C: (AUTH|EHLO)/.test(line)),
    ).toEqual([expect.stringContaining("C: EHLO"), expect.stringContaining("C: EHLO")]);
  });

  test("that is required but not offered pauses the account, and no password leaves", async () => {
    const server = await startServer();
    const sender = openSender(server, { security: "starttls" }, client());
    expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "account" });
    expect(server.conversations.flatMap(({ lines }) => lines).join()).not.toContain("C: AUTH");
  });
});

eachClient("verifying an account", (client) => {
  test("signs in, names the sender and sends nothing", async () => {
    const server = await startServer();
    expect(await verifySmtp(optionsFor(server), asAnn, client())).toEqual({ ok: true });
    await server.until(() => server.openConnections() === 0);
    expect(
      server.conversations[0]?.lines.filter((line) => line.startsWith("C: ")).map((line) => line.slice(3, 7)),
    ).toEqual(["EHLO", "AUTH", "MAIL", "RSET", "QUIT"]);
  });

  test("tells a wrong password from a server that is busy or away", async () => {
    const wrong = await startServer({ auth: "535 5.7.8 Bad credentials" });
    const busy = await startServer({ auth: "454 4.7.0 Later" });
    expect(inEnglish(await verifySmtp(optionsFor(wrong), asAnn, client()))).toEqual({
      ok: false,
      temporary: false,
      reason: "535 5.7.8 Bad credentials",
      atSignIn: true,
    });
    expect(await verifySmtp(optionsFor(busy), asAnn, client())).toMatchObject({
      ok: false,
      temporary: true,
    });
    expect(await verifySmtp(optionsFor({ port: 1 }), asAnn, client())).toMatchObject({
      ok: false,
      temporary: true,
      unreached: true,
    });
  });

  test("says that the encryption is the wrong one, and blames no password for it", async () => {
    const plain = await startServer();
    const place = `127.0.0.1:${plain.port}`;
    expect(inEnglish(await verifySmtp(optionsFor(plain, { security: "tls" }), asAnn, client()))).toEqual({
      ok: false,
      temporary: false,
      reason: `${place} does not speak TLS from the first byte. Choose STARTTLS, or the port for TLS, usually 465`,
      atSignIn: false,
    });
    expect(
      inEnglish(await verifySmtp(optionsFor(plain, { security: "starttls" }), asAnn, client())),
    ).toMatchObject({
      temporary: false,
      reason: `${place} offers no STARTTLS. Choose TLS with its port, usually 465. The server said: 502 5.5.1 Not offered`,
      atSignIn: false,
    });
  });

  test("says that what answers is no mail server, and quotes nothing that stands inside a private network", async () => {
    using shell = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { open: (socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"), data: () => {} },
    });
    const reason = `127.0.0.1:${shell.port} does not answer as a mail server does`;
    expect(inEnglish(await verifySmtp(optionsFor(shell), asAnn, client()))).toMatchObject({
      ok: false,
      reason: `${reason}. It said: SSH-2.0-OpenSSH_9.6`,
    });
    expect(
      inEnglish(await verifySmtp(optionsFor(shell, { pinnedAddress: "127.0.0.1" }), asAnn, client())),
    ).toMatchObject({
      ok: false,
      reason,
    });
  });

  test("is content with a relay that only says hello", async () => {
    const server = await startServer({ offerAuth: false });
    expect(await verifySmtp(optionsFor(server, { user: "", password: "" }), asAnn, client())).toEqual({
      ok: true,
    });
  });
});
