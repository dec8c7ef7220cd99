import { afterEach, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createSmtpSender, type SmtpOptions } from "../../../server/sending/senders/smtp.ts";
import { verifySmtp } from "../../../server/sending/senders/verifySmtp.ts";
import { inEnglish } from "../../support/reasons.ts";
import { mailTo } from "../../support/smtp/smtpAccount.ts";
import { eachClient } from "../../support/smtp/smtpClients.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that says what no mail server says, as fast as the socket takes it; and how much of it was taken. */
async function flooding(begin: (socket: Socket, flood: (text: string) => void) => void) {
  const said = { bytes: 0, closed: Promise.withResolvers<void>() };
  const server = createServer((socket) => {
    const flood = (text: string) => {
      const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
      const go = () => {
        while (socket.writable && socket.write(piece));
        said.bytes = socket.bytesWritten;
      };
      socket.on("drain", go);
      go();
    };
    socket.on("error", () => {});
    socket.on("close", () => said.closed.resolve());
    begin(socket, flood);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const options: SmtpOptions = {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    security: "none",
    user: "ada",
    password: "secret",
    connections: 1,
  };
  return { options, said };
}

const tooMuch = "it said more than a mail server has to say";
const greeted = (socket: Socket, then: () => void) => {
  socket.write("220 hello\r\n");
  socket.once("data", then);
};

/** By name: what the server does from the first byte on. */
const floods: Record<string, (socket: Socket, flood: (text: string) => void) => void> = {
  "empty lines before a greeting": (_, flood) => flood("\r\n"),
  "a greeting without an end": (_, flood) => flood("220 x"),
  "a reply of lines without a last one": (socket, flood) => greeted(socket, () => flood("250-x\r\n")),
  "empty lines after EHLO": (socket, flood) => greeted(socket, () => flood("\n")),
  "an offer of a hundred thousand ways to sign in": (socket) =>
    greeted(socket, () => socket.write(`250-x\r\n250-AUTH${" a".repeat(100_000)}\r\n250 ok\r\n`)),
};

eachClient("a flood", (client) => {
  for (const [name, begin] of Object.entries(floods))
    test(`a server that sends ${name} is hung up on, and little of it is taken`, async () => {
      const { options, said } = await flooding(begin);
      const verification = await verifySmtp(options, { from: "ada@shop.example", isRelay: false }, client());
      expect(verification).toMatchObject({ ok: false, temporary: true });
      expect(JSON.stringify(verification)).toContain(tooMuch);
      await said.closed.promise;
      // What the sockets of both sides hold comes on top of what was looked at.
      expect(said.bytes).toBeLessThan(50_000_000);
    });

  test("a server that floods in the middle of a mail defers it, and the next connection is a new one", async () => {
    const { options } = await flooding((socket, flood) => {
      greeted(socket, () => {
        socket.write("250 ok\r\n");
        socket.once("data", () => flood("\r\n"));
      });
    });
    const sender = createSmtpSender({ ...options, password: "", user: "" }, client());
    expect(inEnglish(await sender.send(mailTo("ada@in.test")))).toMatchObject({
      kind: "busy",
      connection: true,
      reason: expect.stringContaining(tooMuch),
    });
    await sender.close();
  });
});
