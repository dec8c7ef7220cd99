import { afterEach, expect, test } from "bun:test";
import { inEnglish } from "../../support/reasons.ts";
import { startPlainWhenFull } from "../../support/smtp/plainWhenFull.ts";
import { closeAll, mailTo, openSender, startServer } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";
import { testCertificate } from "../../support/smtp/testCertificate.ts";

let front: Awaited<ReturnType<typeof startPlainWhenFull>> | undefined;
afterEach(async () => {
  await closeAll();
  front?.close();
  front = undefined;
});

const overTls = {
  ...({ security: "tls", host: testCertificate.name, pinnedAddress: "127.0.0.1" } as const),
  trustedCertificates: testCertificate.certificate,
};

eachClient(
  "a server that speaks TLS from the first byte, and refuses in clear what is too many,",
  (links) => {
    test("is sent everything over the connections that it takes", async () => {
      const server = await startServer({ tls: "implicit", dot: { reply: "250 2.0.0 Accepted", delayMs: 5 } });
      front = await startPlainWhenFull(server, { takes: 3 });
      const sender = openSender(front, { ...overTls, connections: 8 }, links());
      const mails = Array.from({ length: 40 }, (_, index) => sender.send(mailTo(`${index}@example.test`)));
      expect(new Set((await Promise.all(mails)).map(({ kind }) => kind))).toEqual(new Set(["sent"]));
      expect(front.refusedCount()).toBeGreaterThan(0);
    });

    test("costs a wait where it takes none, and does not stop the account until a person acts", async () => {
      const server = await startServer({ tls: "implicit" });
      const limit = { takes: 0 };
      front = await startPlainWhenFull(server, limit);
      const sender = openSender(front, overTls, links());
      expect(inEnglish(await sender.send(mailTo("a@example.test")))).toEqual({
        kind: "busy",
        connection: true,
        reason: `smtp.example.test:${front.port} answered without encryption, where it had spoken TLS before. Servers that take no more connections may do so; it is tried again by itself`,
      });
      limit.takes = 1;
      expect(await sender.send(mailTo("a@example.test"))).toMatchObject({ kind: "sent" });
    });
  },
);
