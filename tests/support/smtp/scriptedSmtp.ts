import { openSync, writeSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { parseArgs } from "node:util";
import type { SmtpScript } from "./smtpScript.ts";
import { type AcceptedMail, type Conversation, type SessionHost, SmtpSession } from "./smtpSession.ts";
import { testCertificate } from "./testCertificate.ts";

export { byConnection, byRecipient } from "./smtpScript.ts";
export type { AcceptedMail, Conversation, SmtpScript };

export type ScriptedSmtpOptions = SmtpScript & {
  /** 0, the default, lets the system choose. */
  port?: number;
  /** False forgets mails and conversations and only counts, for benches and long runs. */
  keep?: boolean;
  /** A file that gets one line `message-id TAB recipients` for each accepted mail, written before its 250. */
  appendTo?: string;
  /** "starttls" offers it, "implicit" speaks TLS from the first byte. */
  tls?: "none" | "starttls" | "implicit";
  /** The newest version of TLS that it speaks; over 1.2 a session is there before its server was judged. */
  tlsMax?: "TLSv1.2" | "TLSv1.3";
  offerAuth?: boolean;
  offerPipelining?: boolean;
};

export type ScriptedSmtp = {
  port: number;
  accepted: AcceptedMail[];
  acceptedCount: () => number;
  conversations: Conversation[];
  connectionCount: () => number;
  /** Connections over TLS from the first byte that went on with the session of another. */
  resumedCount: () => number;
  openConnections: () => number;
  /** Waits until something the server can see has become true. */
  until: (check: () => boolean) => Promise<void>;
  /** Ends every open connection as a server does that goes down. */
  dropAll: () => void;
  sayToAll: (reply: string) => void;
  /** Changes the script for what comes next. */
  script: SmtpScript;
  close: () => Promise<void>;
};

/** An SMTP server over real sockets that does at each step what the test says, and remembers what it accepted. */
export async function startScriptedSmtp(options: ScriptedSmtpOptions = {}): Promise<ScriptedSmtp> {
  const sessions = new Set<SmtpSession>();
  const waiting = new Set<() => void>();
  const accepted: AcceptedMail[] = [];
  const conversations: Conversation[] = [];
  const keep = options.keep ?? true;
  const log = options.appendTo === undefined ? null : openSync(options.appendTo, "a");
  let acceptedCount = 0;
  let connectionCount = 0;
  let resumedCount = 0;
  const host: SessionHost = {
    script: { ...options },
    keep,
    extensions: {
      pipelining: options.offerPipelining ?? true,
      auth: options.offerAuth ?? true,
      starttls: options.tls === "starttls",
    },
    accept(mail) {
      acceptedCount += 1;
      if (log !== null) writeSync(log, `${mail.messageId}\t${mail.to.join(",")}\n`);
      if (keep) accepted.push(mail);
    },
    changed: () => {
      for (const wake of waiting) wake();
    },
  };
  const onConnection = (socket: Socket) => {
    connectionCount += 1;
    if (socket instanceof TLSSocket && socket.isSessionReused()) resumedCount += 1;
    const session = new SmtpSession(socket, {
      host,
      connection: connectionCount,
      secure: options.tls === "implicit",
    });
    sessions.add(session);
    socket.on("close", () => {
      sessions.delete(session);
      host.changed();
    });
    if (keep) conversations.push(session.conversation);
  };
  const server = await listen(options, onConnection);
  return {
    port: (server.address() as AddressInfo).port,
    accepted,
    conversations,
    script: host.script,
    acceptedCount: () => acceptedCount,
    connectionCount: () => connectionCount,
    resumedCount: () => resumedCount,
    openConnections: () => sessions.size,
    dropAll: () => {
      for (const session of sessions) session.drop();
    },
    sayToAll: (reply) => {
      for (const session of sessions) session.say(reply);
    },
    until: (check) =>
      new Promise((resolve) => {
        const look = () => {
          if (!check()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) session.drop();
      await closed;
    },
  };
}

async function listen(options: ScriptedSmtpOptions, onConnection: (socket: Socket) => void) {
  const server =
    options.tls === "implicit"
      ? createTlsServer(
          {
            key: testCertificate.key,
            cert: testCertificate.certificate,
            maxVersion: options.tlsMax ?? "TLSv1.3",
          },
          onConnection,
        )
      : createServer({ noDelay: true }, onConnection);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return server;
}

// As a process of its own it outlives the client that a test kills: `bun tests/support/smtp/scriptedSmtp.ts --port 0`.
if (import.meta.main) {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "0" }, "accept-log": { type: "string" } },
  });
  const log = values["accept-log"];
  const server = await startScriptedSmtp({
    port: Number(values.port),
    keep: false,
    ...(log === undefined ? {} : { appendTo: log }),
  });
  console.log(`listening ${server.port}`);
}
