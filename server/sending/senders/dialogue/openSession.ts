import { isIPv4 } from "node:net";
import { hostname } from "node:os";
import type { SmtpOptions, SmtpTimeouts } from "../smtpConnection.ts";
import { noAnswer } from "../smtpError.ts";
import { type Capabilities, capabilitiesIn, noCapabilities } from "./capabilities.ts";
import { type Dialogue, DialogueEnd } from "./Dialogue.ts";
import type { SmtpReply } from "./ReplyReader.ts";
import { isPositive, refusalIn } from "./replyClass.ts";

/** What a server offers, and how long its reply took: a round trip and the server's own time. */
type OpenedSession = { capabilities: Capabilities; answeredInMs: number };

/**
 * Everything before the sign-in: the greeting, EHLO, and encryption if it is required. Returns what the server offers
 * after that; what it offered before encryption is discarded. Throws a `DialogueEnd`.
 */
export async function openSession(
  dialogue: Dialogue,
  {
    options,
    encrypt,
  }: {
    options: SmtpOptions & { timeouts: SmtpTimeouts };
    encrypt(): Promise<void>;
  },
): Promise<OpenedSession> {
  const { greetingMs, commandMs: waitMs } = options.timeouts;
  const greeting = await greeted(dialogue, greetingMs);
  if (greeting.code !== 220) throw refused(greeting, "CONN");
  const opened = await hello(dialogue, { waitMs, isEncrypted: options.security !== "starttls" });
  if (options.security !== "starttls") return opened;
  // Sent even if it was not offered: the server's own reply explains best why it is not available.
  const reply = await dialogue.ask("STARTTLS\r\n", { waitMs, isLastInClear: true });
  if (!isPositive(reply)) throw refused(reply, "STARTTLS");
  await encrypt();
  return hello(dialogue, { waitMs, isEncrypted: true });
}

async function greeted(dialogue: Dialogue, waitMs: number): Promise<SmtpReply> {
  try {
    return await dialogue.next({ waitMs });
  } catch (end) {
    if (!(end instanceof DialogueEnd) || end.error !== noAnswer) throw end;
    throw new DialogueEnd({ ...noAnswer, timeoutType: "GREETING_TIMEOUT" });
  }
}

async function hello(
  dialogue: Dialogue,
  { waitMs, isEncrypted }: { waitMs: number; isEncrypted: boolean },
): Promise<OpenedSession> {
  const askedAt = performance.now();
  const reply = await dialogue.ask(`EHLO ${ownName()}\r\n`, { waitMs });
  const answeredInMs = performance.now() - askedAt;
  if (isPositive(reply)) return { capabilities: capabilitiesIn(reply.text), answeredInMs };
  // With HELO there is no STARTTLS, and after 421 the server closes the connection.
  if (reply.code === 421 || !isEncrypted) throw refused(reply, "EHLO");
  const old = await dialogue.ask(`HELO ${ownName()}\r\n`, { waitMs });
  if (!isPositive(old)) throw refused(old, "HELO");
  return { capabilities: noCapabilities, answeredInMs };
}

function refused(reply: SmtpReply, command: string): DialogueEnd {
  return new DialogueEnd(refusalIn(reply, command));
}

/** RFC 5321 section 4.1.4: a fully qualified domain name, or an address in brackets. */
function ownName(): string {
  const name = hostname();
  if (!name.includes(".")) return "[127.0.0.1]";
  return isIPv4(name) ? `[${name}]` : name;
}
