import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { pipeliningConnector } from "./dialogue/pipeliningConnector.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import type { OutgoingMail, Sender } from "./sender.ts";
import type { OpenSmtpConnection, SmtpOptions } from "./smtpConnection.ts";
import type { SmtpFault } from "./smtpFault.ts";
import { smtpOutcome } from "./smtpOutcome.ts";
import { SmtpPool } from "./smtpPool.ts";

export type { SmtpOptions } from "./smtpConnection.ts";

/**
 * Sends through one account's SMTP server over a pool of connections. Every reply, timeout and lost connection becomes
 * an outcome (`smtpOutcome.ts`); above all, a mail whose end may have been sent is never sent a second time.
 */
export function createSmtpSender(
  options: SmtpOptions,
  open: OpenSmtpConnection = pipeliningConnector(),
): Sender {
  const pool = new SmtpPool(options, open);
  return {
    send: (mail) => sendThrough(pool, mail),
    mailsAtOnce: () => pool.mailsAtOnce,
    close: () => pool.close(),
  };
}

async function sendThrough(pool: SmtpPool, mail: OutgoingMail): Promise<Outcome> {
  let taken = await pool.take();
  if (!taken.ok) return smtpOutcome(taken.fault);
  let delivery = await taken.connection.deliver(mail);
  // A pooled connection may have died unnoticed. No part of the message was sent, so trying once more is safe.
  if (!delivery.ok && taken.kept && diedBeforeMessage(delivery.fault)) {
    taken = await pool.replace(taken.connection);
    if (!taken.ok) return smtpOutcome(taken.fault);
    delivery = await taken.connection.deliver(mail);
  }
  if (delivery.ok) {
    pool.giveBack(taken.connection, "taken");
    return { kind: "sent", reason: reason("accepted", {}, delivery.reply) };
  }
  const outcome = smtpOutcome(delivery.fault);
  pool.giveBack(taken.connection, outcome.kind === "busy" && outcome.server ? "putOff" : "fault");
  return outcome;
}

function diedBeforeMessage({ stage, reply }: SmtpFault): boolean {
  if (stage !== "sender" && stage !== "recipient") return false;
  // With 421 a server closes this connection (RFC 5321 section 3.8), which may have been idle for too long or have
  // carried as many mails as it may. On a new connection the same reply is meant for all.
  return reply === undefined || reply.code === 421 || enhancedStatus(reply.text) === "4.4.2";
}
