import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import { policyOf } from "./policyRefusal.ts";
import type { SmtpFault } from "./smtpFault.ts";

/** The outcome of a mail after a fault, by RFC 5321 section 4.2.1 and the rules of the large providers. */
export function smtpOutcome(fault: SmtpFault): Outcome {
  const { stage, reply } = fault;
  if (reply && reply.code >= 400 && reply.code <= 599)
    return outcomeOfReply({ stage, reply, reason: fault.reason });
  // It is not known whether the server accepted a message whose end was sent: it is never sent again automatically.
  if (stage === "afterDot") return { kind: "uncertain", reason: fault.reason };
  if (fault.distrusted) return { kind: "account", reason: fault.reason };
  return { kind: "busy", reason: fault.reason, connection: true };
}

function outcomeOfReply(fault: {
  stage: SmtpFault["stage"];
  reply: { code: number; text: string };
  reason: Reason;
}): Outcome {
  const { stage, reply } = fault;
  const meaning = (code: ReplyMeaning) => meant(fault.reason, code);
  const status = enhancedStatus(reply.text);
  if (dailyLimitStatuses.has(status)) {
    return { kind: "account", reason: meaning("provider_daily_limit"), restMs: sendLimits.dailyLimitRestMs };
  }
  const temporary = reply.code < 500;
  // Before the first MAIL no reply is about a recipient; 421 ends the service for all mails.
  if (reply.code === 421 || (temporary && (stage === "connect" || stage === "signIn"))) {
    return { kind: "busy", reason: meaning("server_busy"), account: true };
  }
  if (temporary)
    return {
      kind: "busy",
      reason: meaning("put_off"),
      ...(isOfServer(stage, reply.text) && { server: true }),
    };
  if (signInCodes.has(reply.code)) return { kind: "account", reason: meaning("sign_in_refused") };
  if (stage === "connect" || stage === "signIn" || senderStatuses.has(status))
    return { kind: "account", reason: meaning("account_refused") };
  // A sender that is not allowed is not allowed for the next recipient either; only 552 is about this mail's size.
  if (stage === "sender" && reply.code !== 552)
    return { kind: "account", reason: meaning("account_refused") };
  // 503 says that commands came in the wrong order, not that the mail is refused.
  if (reply.code === 503) return { kind: "busy", reason: meaning("put_off") };
  const policy = policyOf({ stage, reply });
  return policy === undefined
    ? { kind: "refused", reason: fault.reason }
    : { kind: "refused", reason: meaning("refused_by_policy"), policy };
}

type ReplyMeaning =
  | "provider_daily_limit"
  | "server_busy"
  | "put_off"
  | "account_refused"
  | "refused_by_policy"
  | "sign_in_refused";

/** A server's reply with what it means; a reason that is already one of ours stays as it is. */
function meant(said: Reason, code: ReplyMeaning): Reason {
  if (said.code !== "refused") return said;
  return code === "sign_in_refused" ? reason(code, { help: null }, said.reply) : reason(code, {}, said.reply);
}

/**
 * Whether a temporary refusal may be about the server as a whole, and not about the address, the mailbox or the network
 * (RFC 3463 section 3, subjects 1, 2 and 4). Many servers say nothing beyond the code. Greylisting (RFC 6647) has no code
 * of its own and defers each recipient separately: waiting for the whole server would never reach the next recipient. Where
 * it does not say its name either, it replies to RCPT, asks to try again, and names no trouble of the server's own and
 * nothing about the sender.
 */
function isOfServer(stage: SmtpFault["stage"], reply: string): boolean {
  if (/^4\.[124]\./.test(enhancedStatus(reply)) || /gr[ae]y.?list/i.test(reply)) return false;
  return stage !== "recipient" || !comeAgain.test(reply) || serversOwn.test(reply);
}

const comeAgain = /\b(again|later|retry|defer|delay)/i;

/** Words of servers that limit what they take or have trouble of their own, and of policies about a client or its sender. */
const serversOwn =
  /\b(limit|rate|quota|exceed|throttl|too (many|much|fast)|slow|volume|frequen|hourly|daily|per (second|minute|hour|day)|busy|load|resource|unavailable|problem|error|fail|trouble|maintenance|shut|lookup|client|helo|hostname|sender|reputation|complain|connection|block|blacklist)/i;

/** Google's "daily user sending limit exceeded" and Microsoft's limit of recipients a day. */
const dailyLimitStatuses = new Set(["5.4.5", "5.1.90"]);
/** Microsoft's "not allowed to send as this sender", said only after the message. */
const senderStatuses = new Set(["5.7.60", "5.2.252"]);
/** "Authentication required" and its kin (RFC 4954 section 6), at whatever step they are said. */
const signInCodes = new Set([530, 534, 535, 538]);
