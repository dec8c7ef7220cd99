import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Security } from "../../../contract/sending/providers.ts";
import type { OutgoingMail } from "./sender.ts";
import type { SmtpFault } from "./smtpFault.ts";

export type SmtpTimeouts = {
  connectMs: number;
  greetingMs: number;
  commandMs: number;
  afterDotMs: number;
  connectionIdleMs: number;
  /** How long after a server refused another connection one is tried again. */
  moreConnectionsMs: number;
};

export type SmtpOptions = {
  host: string;
  port: number;
  /** With "starttls" encryption is required. */
  security: Security;
  /** Both are empty for a server that requires no sign-in. */
  user: string;
  password: string;
  /** The most connections open at once. */
  connections: number;
  /** Connect to this address, which was checked, whatever the name resolves to by now. */
  pinnedAddress?: string;
  /** The name the certificate must carry; the host when not given. */
  servername?: string;
  /** PEM certificates that are trusted instead of the system's. */
  trustedCertificates?: string;
  timeouts?: Partial<SmtpTimeouts>;
  mailsPerConnection?: number;
};

export function timeoutsOf({ timeouts }: SmtpOptions): SmtpTimeouts {
  const { connectMs, greetingMs, commandMs, afterDotMs, connectionIdleMs, moreConnectionsMs } = sendLimits;
  return { connectMs, greetingMs, commandMs, afterDotMs, connectionIdleMs, moreConnectionsMs, ...timeouts };
}

/**
 * One open connection to an account's server, signed in. This interface lets one SMTP client replace another: the pool
 * and the sender do not depend on which one is used.
 */
export interface SmtpConnection {
  /** False once the connection has ended. */
  readonly alive: boolean;
  readonly mailCount: number;
  /** How many mails may be under way at once; more than one only with pipelining. */
  readonly mailsMax: number;
  /** What the server offered when the session began. */
  readonly capabilities: { signIn: boolean; startTls: boolean };
  /** At most `mailsMax` mails at a time. Never throws. */
  deliver(mail: OutgoingMail): Promise<{ ok: true; reply: string } | { ok: false; fault: SmtpFault }>;
  /**
   * Sends MAIL with this sender, RCPT with a recipient if there is one, and resets the session: tells whether the server
   * accepts such a mail. Either command may take `timeMs`.
   */
  tryEnvelope(
    envelope: { from: string; to: string | null },
    timeMs: number,
  ): Promise<{ ok: true } | { ok: false; fault: SmtpFault }>;
  /** Makes the connection usable for another mail after a refusal; false if that failed. */
  reset(): Promise<boolean>;
  /** Sends QUIT and closes the connection. */
  quit(): void;
}

export type OpenSmtpConnection = (
  options: SmtpOptions,
  signal?: AbortSignal,
) => Promise<{ ok: true; connection: SmtpConnection } | { ok: false; fault: SmtpFault }>;
