import { afterEach, expect, test } from "bun:test";
import { inEnglish } from "../../support/reasons.ts";
import { closeAll, mailTo, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

afterEach(closeAll);

eachClient("a sender", (client) => {
  for (const [how, refused] of [
    ["says", "421 4.7.0 Too many connections"],
    ["says as one signs in", null],
    ["shows by hanging up", "drop"],
  ] as const) {
    test(`sends everything over as few connections as a server takes, which it ${how}`, async () => {
      const server = await startServer({
        // The new one is not among them yet.
        greeting: () => (refused !== null && server.openConnections() >= 3 ? refused : null),
        auth: ({ connection }) => (refused === null && connection > 3 ? "454 4.7.0 Too many sign-ins" : null),
        dot: { reply: "250 2.0.0 Accepted", delayMs: 5 },
      });
      const sender = openSender(server, { connections: 8 }, client());
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, (_, index) => sender.send(mailTo(`${index}@example.test`))),
      );
      expect(outcomes.filter(({ kind }) => kind !== "sent")).toEqual([]);
      expect(server.acceptedCount()).toBe(60);
      expect(server.connectionCount()).toBe(8);
      expect(sender.mailsAtOnce?.()).toBeLessThan(8);
    });
  }

  test("asks a server for one more connection after a while, and keeps what it is given", async () => {
    let takes = 1;
    const server = await startServer({
      greeting: () => (server.openConnections() >= takes ? "421 4.7.0 Too many connections" : null),
      dot: { reply: "250 2.0.0 Accepted", delayMs: 5 },
    });
    const sender = openSender(server, { connections: 4, timeouts: { moreConnectionsMs: 50 } }, client());
    const send = async () => {
      const mails = Array.from({ length: 8 }, (_, index) => sender.send(mailTo(`${index}@example.test`)));
      return new Set((await Promise.all(mails)).map(({ kind }) => kind));
    };
    expect(await send()).toEqual(new Set(["sent"]));
    await server.until(() => server.openConnections() === 1);
    takes = 4;
    while (server.openConnections() < 4) expect(await send()).toEqual(new Set(["sent"]));
  });

  test("says what a server that takes no connection at all has said, once for each mail", async () => {
    const server = await startServer({ greeting: "421 4.7.0 Too many connections" });
    const sender = openSender(server, { connections: 3 }, client());
    const outcomes = await Promise.all(
      ["a", "b", "c", "d"].map((name) => sender.send(mailTo(`${name}@x.test`))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["busy", "busy", "busy", "busy"]);
    expect(server.connectionCount()).toBeLessThanOrEqual(7);
  });

  test("lets a refused password speak, whatever other connections do", async () => {
    const server = await startServer({
      auth: ({ connection }) => (connection === 1 ? null : "535 5.7.8 Bad credentials"),
      dot: { reply: "250 2.0.0 Accepted", delayMs: 50 },
    });
    const sender = openSender(server, { connections: 2 }, client());
    const first = sender.send(mailTo("a@example.test"));
    await server.until(() => server.conversations[0]?.lines.includes("C: DATA") ?? false);
    expect(await sender.send(mailTo("b@example.test"))).toMatchObject({ kind: "account" });
    expect((await first).kind).toBe("sent");
  });
});

eachClient("a sender to whom each connection is worth so many mails", (client) => {
  test("goes on over fresh connections with a server that ends each after so many mails", async () => {
    const server = await startServer({ mail: ({ mail }) => (mail > 5 ? "421 Too many messages" : null) });
    const sender = openSender(server, { connections: 2 }, client());
    const mails = Array.from({ length: 40 }, (_, index) => sender.send(mailTo(`${index}@example.test`)));
    expect(new Set((await Promise.all(mails)).map(({ kind }) => kind))).toEqual(new Set(["sent"]));
    expect(server.acceptedCount()).toBe(40);
    expect(server.connectionCount()).toBe(8);
  });

  test("goes on over fresh connections with a server that puts off what comes over one that has carried so many", async () => {
    const server = await startServer({
      rcpt: ({ mail }) => (mail > 5 ? "452 4.5.3 Too many mails over this connection" : null),
    });
    const sender = openSender(server, { connections: 2 }, client());
    let waiting = Array.from({ length: 40 }, (_, index) => `${index}@example.test`);
    for (let turn = 0; turn < 20 && waiting.length > 0; turn += 1) {
      const outcomes = await Promise.all(waiting.map((to) => sender.send(mailTo(to))));
      waiting = waiting.filter((_, nth) => outcomes[nth]?.kind !== "sent");
    }
    expect(server.acceptedCount()).toBe(40);
    expect(server.connectionCount()).toBeLessThan(12);
  });

  test("keeps a connection over which a server puts off mails for their recipients' sake", async () => {
    const server = await startServer({ rcpt: ({ mail }) => (mail > 1 ? "450 4.2.0 Greylisted" : null) });
    const sender = openSender(server, { connections: 1 }, client());
    for (let nth = 0; nth < 5; nth += 1) await sender.send(mailTo(`${nth}@example.test`));
    expect(server.acceptedCount()).toBe(1);
    expect(server.connectionCount()).toBe(1);
  });
});

eachClient("a server that takes no large mails", (client) => {
  test("is told of with how much it takes", async () => {
    const server = await startServer({ ehlo: "250-small.test\r\n250 SIZE 2500" });
    const outcome = await openSender(server, {}, client()).send(mailTo("bob@in.test", 3_000));
    expect(inEnglish(outcome)).toMatchObject({
      kind: "refused",
      reason: "The mail is larger than its server takes, which is at most 2 kB",
    });
    expect(server.accepted).toHaveLength(0);
  });
});
