import { sendLimits } from "../../../contract/limits/sending.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import { policyOf } from "./policyRefusal.ts";
import type { SmtpFault } from "./smtpReply.ts";

/** The fate of a mail after a fault, by the rules of RFC 5321 section 4.2.1 and of the large providers. */
export function outcomeOf(fault: SmtpFault): Outcome {
  const { stage, reply } = fault;
  if (reply && reply.code >= 400 && reply.code <= 599)
    return outcomeOfReply({ stage, reply, reason: fault.reason });
  // Nobody knows whether the server took a message whose end has left: it is never sent again by itself.
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
  // Before the first MAIL nothing is about a recipient; 421 ends the service for everyone.
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
  // 503 says that the conversation is out of order, not that the mail is unwelcome.
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

/** What a server said, by what it means; a fault that was put into words of ours means what those say. */
function meant(said: Reason, code: ReplyMeaning): Reason {
  if (said.code !== "refused") return said;
  return code === "sign_in_refused" ? reason(code, { help: null }, said.reply) : reason(code, {}, said.reply);
}

/**
 * Whether a temporary refusal may be the server's own, and not about the address, the mailbox or the way there (RFC 3463 section 3,
 * subjects 1, 2 and 4). Many say nothing beyond the code. Greylisting (RFC 6647) makes each recipient wait by itself, and has no code
 * of its own: whoever waits for the server then never gets to the next recipient. Where it does not give its name either, it answers
 * RCPT, asks to come again, and names nothing that is the server's trouble or about the sender.
 */
function isOfServer(stage: SmtpFault["stage"], reply: string): boolean {
  if (/^4\.[124]\./.test(enhancedStatus(reply)) || /gr[ae]y.?list/i.test(reply)) return false;
  return stage !== "recipient" || !comeAgain.test(reply) || serversOwn.test(reply);
}

const comeAgain = /\b(again|later|retry|defer|delay)/i;

/** Of servers that count what they take or have trouble of their own, and of policies about a client, its name or its sender. */
const serversOwn =
  /\b(limit|rate|quota|exceed|throttl|too (many|much|fast)|slow|volume|frequen|hourly|daily|per (second|minute|hour|day)|busy|load|resource|unavailable|problem|error|fail|trouble|maintenance|shut|lookup|client|helo|hostname|sender|reputation|complain|connection|block|blacklist)/i;

/** Google's "daily user sending limit exceeded" and Microsoft's limit of recipients a day. */
const dailyLimitStatuses = new Set(["5.4.5", "5.1.90"]);
/** Microsoft's "not allowed to send as this sender", said only after the message. */
const senderStatuses = new Set(["5.7.60", "5.2.252"]);
/** "Authentication required" and its kin (RFC 4954 section 6), at whatever step they are said. */
const signInCodes = new Set([530, 534, 535, 538]);

/** A pattern that finds this text and nothing else; Node 22 has no `RegExp.escape`. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** A reason fit for the ledger: each text of it on one line, bounded, without the secrets that a server may echo. */
export function cleaned({ code, params, reply }: Reason, secrets: readonly string[]): Reason {
  const clean = (value: unknown) => (typeof value === "string" ? cleanReason(value, secrets) : value);
  const kept = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, clean(value)]));
  return { code, params: kept, reply: clean(reply) } as Reason;
}

/** A text fit for the ledger: on one line, of bounded length, without the secrets a server may echo. */
export function cleanReason(text: string, secrets: readonly string[]): string {
  let cleaned = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    // A very short secret is hidden as a word only: cut out of every word, it could be read from the gaps.
    const hidden = secret.length < 6 ? new RegExp(`(?<!\\w)${literally(secret)}(?!\\w)`, "g") : secret;
    cleaned = cleaned.replaceAll(hidden, "[hidden]");
  }
  return cleaned
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ")
    .slice(0, textLimits.reasonMax)
    .toWellFormed()
    .trim();
}
