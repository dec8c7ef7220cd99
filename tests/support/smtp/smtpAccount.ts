import type { OutgoingMail, Sender } from "../../../server/sending/senders/sender.ts";
import { createSmtpSender, type SmtpOptions } from "../../../server/sending/senders/smtp.ts";
import type { OpenSmtpConnection } from "../../../server/sending/senders/smtpConnection.ts";
import { type ScriptedSmtp, type ScriptedSmtpOptions, startScriptedSmtp } from "./scriptedSmtp.ts";

/** Servers and senders of one test file, and the end of them all: call `closeAll` after each test. */
const servers: ScriptedSmtp[] = [];
const senders: Sender[] = [];

export async function startServer(script: ScriptedSmtpOptions = {}): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(script);
  servers.push(server);
  return server;
}

/** A sender for that server with one connection and no encryption, unless told otherwise. */
export function openSender(
  server: { port: number },
  options: Partial<SmtpOptions> = {},
  connector?: OpenSmtpConnection,
): Sender {
  const sender = createSmtpSender(optionsFor(server, options), connector);
  senders.push(sender);
  return sender;
}

export function optionsFor(server: { port: number }, options: Partial<SmtpOptions> = {}): SmtpOptions {
  return {
    host: "127.0.0.1",
    port: server.port,
    security: "none",
    user: "ann@example.test",
    password: "correct horse",
    connections: 1,
    ...options,
  };
}

/** A mail whose Message-ID names its recipient, with a line that begins with a dot and so many bytes more. */
export function mailTo(to: string, bytes = 0): OutgoingMail {
  const messageId = `<${to}>`;
  const body = `${"x".repeat(70)}\r\n`.repeat(Math.ceil(bytes / 72));
  const raw = Buffer.from(`Message-ID: ${messageId}\r\n\r\n.hi\r\n${body}`);
  return { envelope: { from: "ann@example.test", to }, raw, messageId };
}

/** A hanging mail ends only with its server, so the servers go first. */
export async function closeAll(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
}
