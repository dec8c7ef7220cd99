import { sendLimits } from "../../../contract/limits/sending.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import { policyOf } from "./policyRefusal.ts";
import type { SmtpFault } from "./smtpReply.ts";

/** The fate of a mail after a fault, by the rules of RFC 5321 section 4.2.1 and of the large providers. */
export function outcomeOf(fault: SmtpFault): Outcome {
  const { stage, reply, reason } = fault;
  if (reply && reply.code >= 400 && reply.code <= 599) return outcomeOfReply({ stage, reply, reason });
  // Nobody knows whether the server took a message whose end has left: it is never sent again by itself.
  if (stage === "afterDot") return { kind: "uncertain", reason };
  if (fault.distrusted) return { kind: "account", reason };
  return { kind: "busy", reason, connection: true };
}

function outcomeOfReply(fault: {
  stage: SmtpFault["stage"];
  reply: { code: number; text: string };
  reason: string;
}): Outcome {
  const { stage, reply, reason } = fault;
  const status = enhancedStatus(reply.text);
  if (dailyLimitStatuses.has(status)) {
    return { kind: "account", reason, restMs: sendLimits.dailyLimitRestMs };
  }
  const temporary = reply.code < 500;
  // Before the first MAIL nothing is about a recipient; 421 ends the service for everyone.
  if (reply.code === 421 || (temporary && (stage === "connect" || stage === "signIn"))) {
    return { kind: "busy", reason, account: true };
  }
  if (temporary) return { kind: "busy", reason };
  if (stage === "connect" || stage === "signIn") return { kind: "account", reason };
  if (signInCodes.has(reply.code) || senderStatuses.has(status)) return { kind: "account", reason };
  // A sender that is not allowed is not allowed for the next recipient either; only 552 is about this mail's size.
  if (stage === "sender" && reply.code !== 552) return { kind: "account", reason };
  // 503 says that the conversation is out of order, not that the mail is unwelcome.
  if (reply.code === 503) return { kind: "busy", reason };
  const policy = policyOf({ stage, reply });
  return { kind: "refused", reason, ...(policy === undefined ? {} : { policy }) };
}

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
