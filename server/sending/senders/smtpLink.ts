import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Security } from "../../../contract/sending/providers.ts";
import type { OutgoingMail } from "./sender.ts";
import type { SmtpFault } from "./smtpReply.ts";

export type SmtpTimeouts = {
  connectMs: number;
  greetingMs: number;
  commandMs: number;
  afterDotMs: number;
  connectionIdleMs: number;
  /** After how long a server that refused one more connection is asked for one again. */
  moreConnectionsMs: number;
};

export type SmtpOptions = {
  host: string;
  port: number;
  /** "starttls" is required then. */
  security: Security;
  /** Both empty for a server that asks for no sign-in. */
  user: string;
  password: string;
  /** The most connections open at once. */
  connections: number;
  /** Connect here and nowhere else: the address that was checked, whatever the name resolves to by now. */
  pinnedAddress?: string;
  /** The name the certificate must carry; the host when not given. */
  servername?: string;
  /** PEM certificates trusted in place of the system's. */
  trustedCertificates?: string;
  timeouts?: Partial<SmtpTimeouts>;
  mailsPerConnection?: number;
};

export function timeoutsOf({ timeouts }: SmtpOptions): SmtpTimeouts {
  const { connectMs, greetingMs, commandMs, afterDotMs, connectionIdleMs, moreConnectionsMs } = sendLimits;
  return { connectMs, greetingMs, commandMs, afterDotMs, connectionIdleMs, moreConnectionsMs, ...timeouts };
}

/**
 * One open connection to an account's server, signed in. The seam behind which one client can replace another:
 * the pool and the sender know nothing of how the words go over the wire.
 */
export interface SmtpLink {
  /** False once the connection has ended. */
  readonly alive: boolean;
  readonly mailCount: number;
  /** How many mails it takes before the first of them has its answer. */
  readonly mailsMax: number;
  /** What the server offered as the conversation began. */
  readonly offers: { signIn: boolean; startTls: boolean };
  /** At most `mailsMax` mails at a time. Never throws. */
  deliver(mail: OutgoingMail): Promise<{ ok: true; reply: string } | { ok: false; fault: SmtpFault }>;
  /**
   * Names a sender as a mail would, and a recipient where one is given, and takes both back: whether the server would take such a
   * mail at all. Either command may take so long.
   */
  tryEnvelope(
    envelope: { from: string; to: string | null },
    timeMs: number,
  ): Promise<{ ok: true } | { ok: false; fault: SmtpFault }>;
  /** Makes the link fit for another mail after a refusal; false when it is not. */
  reset(): Promise<boolean>;
  /** Says goodbye and closes. */
  quit(): void;
}

export type OpenLink = (
  options: SmtpOptions,
  signal?: AbortSignal,
) => Promise<{ ok: true; link: SmtpLink } | { ok: false; fault: SmtpFault }>;
