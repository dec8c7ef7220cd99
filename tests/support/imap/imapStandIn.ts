import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { testCertificate } from "../smtp/testCertificate.ts";
import type { ImapScript } from "./imapScript.ts";
import { ImapSession } from "./imapSession.ts";
import { StandInMailbox } from "./standInMailbox.ts";

export type ImapStandIn = {
  port: number;
  mailbox: StandInMailbox;
  script: ImapScript;
  /** Every command that any connection sent, without its tag, in order. */
  commands: string[];
  /** Bytes that were sent. */
  sentBytes(): number;
  /** Connections that are open now, and that were ever opened. */
  open(): number;
  connectionCount(): number;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
};

export const imapUser = "ada@example.com";
export const imapPassword = "the-Password-9";

type Options = { security?: "tls" | "starttls" | "none" };

/** An IMAP server over a real socket (RFC 3501, RFC 2177) with one INBOX that nobody can change. */
export async function startImapStandIn({ security = "tls" }: Options = {}): Promise<ImapStandIn> {
  const mailbox = new StandInMailbox();
  const commands: string[] = [];
  const sessions = new Map<ImapSession, Socket>();
  let connectionCount = 0;
  let sentBytes = 0;
  const script: ImapScript = {
    instead: () => null,
    signIn: (user, secret) =>
      user === imapUser && secret === imapPassword ? null : "[AUTHENTICATIONFAILED] Invalid credentials",
    greeting: "* OK IMAP4rev1 ready",
    capabilities: ["IMAP4rev1", "IDLE", "ID", "NAMESPACE", "AUTH=PLAIN", "AUTH=XOAUTH2"],
  };
  const secret = { key: testCertificate.key, cert: testCertificate.certificate };

  function serve(socket: Socket): void {
    connectionCount += 1;
    const begin = (over: Socket, isUpgraded: boolean) => {
      const session = new ImapSession({
        mailbox,
        script,
        commands,
        number: connectionCount,
        offersStartTls: security === "starttls" && !isUpgraded,
        write(text) {
          const bytes = typeof text === "string" ? Buffer.from(text) : text;
          sentBytes += bytes.length;
          if (!over.destroyed) over.write(bytes);
        },
        end: () => over.destroy(),
        upgrade() {
          over.removeAllListeners("data");
          const inner = new TLSSocket(over, { isServer: true, ...secret });
          inner.on("error", () => {});
          begin(inner, true);
        },
      });
      sessions.set(session, over);
      over.on("data", (data: Buffer) => session.heard(data));
      over.on("error", () => {});
      over.on("close", () => {
        session.closed();
        sessions.delete(session);
      });
      if (!isUpgraded) session.greet();
    };
    begin(socket, false);
  }

  const server: Server = security === "tls" ? createTlsServer(secret, serve) : createServer(serve);
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sessions.values()) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    mailbox,
    script,
    commands,
    cut,
    sentBytes: () => sentBytes,
    open: () => sessions.size,
    connectionCount: () => connectionCount,
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
