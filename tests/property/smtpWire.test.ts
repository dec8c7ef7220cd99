import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { wireMessage } from "../../server/sending/senders/dialogue/wireMessage.ts";
import { closeAll, openSender, startServer } from "../support/smtp/smtpAccount.ts";
import { smtpClients } from "../support/smtp/smtpClients.ts";

afterEach(closeAll);

/** Whatever a line, its end or its first dot could be made of. */
const message = fc
  .array(fc.constantFrom("a", ".", "..", "\r", "\n", "\r\n", "\r\n.\r\n", "\u00e9", "x".repeat(80)), {
    maxLength: 40,
  })
  .map((parts) => Buffer.from(parts.join("")));

/** How a server reads a message: the lines up to the dot, the first dot of each taken away. */
function asRead(wire: string): string | null {
  const end = wire.startsWith(".\r\n") ? 0 : wire.indexOf("\r\n.\r\n");
  if (end !== (wire.startsWith(".\r\n") ? 0 : wire.length - 5)) return null;
  return wire
    .slice(0, wire.length - 3)
    .replaceAll("\r\n..", "\r\n.")
    .replace(/^\.\./, ".");
}

describe("a message on the wire", () => {
  test("ends where it ends and nowhere before, and arrives with whole line ends and all its dots", () => {
    fc.assert(
      fc.property(message, (raw) => {
        const { body, end } = wireMessage({ raw });
        const wire = `${Buffer.from(body).toString("latin1")}${end}`;
        const lines = raw.toString("latin1").replace(/\r\n|\r|\n/g, "\r\n");
        const whole = lines.endsWith("\r\n") || lines === "" ? lines : `${lines}\r\n`;
        expect(asRead(wire)).toBe(whole === "" ? "\r\n" : whole);
        expect(wire.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test("is the same from either client", async () => {
    const server = await startServer();
    const senders = Object.values(smtpClients).map((connector) => openSender(server, {}, connector()));
    await fc.assert(
      fc.asyncProperty(message, async (raw) => {
        server.accepted.length = 0;
        for (const sender of senders) {
          const envelope = { from: "ann@example.test", to: "bob@example.test" };
          expect(await sender.send({ envelope, raw, messageId: "" })).toMatchObject({ kind: "sent" });
        }
        const [ours, theirs] = server.accepted.map((mail) => Buffer.from(mail.raw).toString("latin1"));
        expect(ours).toBe(theirs as string);
      }),
      { numRuns: 100 },
    );
  });
});
