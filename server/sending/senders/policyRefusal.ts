import { textLimits } from "../../../contract/limits/text.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import type { SmtpFault } from "./smtpReply.ts";

/**
 * What a server's policy says no to, in words that are the same for every mail it refuses for that reason; undefined
 * for a refusal that is about a recipient. About policy are X.7.X (RFC 3463 section 3.8: security or policy) to RCPT,
 * to DATA and to the message, a bare 554 ("transaction failed") to DATA and to the message, and to RCPT that nothing is relayed
 * for this client, which many say with 550 alone. About a recipient are X.1.X and X.2.X, an address and a mailbox: a list may hold
 * as many dead addresses as it likes.
 */
export function policyOf({ stage, reply }: Pick<SmtpFault, "stage" | "reply">): string | undefined {
  if (reply === undefined || reply.code < 500) return undefined;
  const status = enhancedStatus(reply.text);
  const isMessage = stage === "message" || stage === "afterDot";
  const isOfRecipient = /^5\.[12]\./.test(status);
  const isPlain554 = reply.code === 554 && isMessage && !isOfRecipient;
  const isRelaying = stage === "recipient" && !isOfRecipient && relaysNothing(reply.text);
  if (!status.startsWith("5.7.") && !isPlain554 && !isRelaying) return undefined;
  return `${reply.code} ${status} ${withoutParticulars(reply.text)}`;
}

/** Whether a server says no to whoever is nobody's own, in the words that servers have for it. */
export function relaysNothing(reply: string): boolean {
  return /\brelay(ing)?\b/i.test(reply);
}

/** Without addresses, numbers and ids, which differ from mail to mail. */
function withoutParticulars(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  return words
    .filter((word) => !/[\d@]/.test(word))
    .join(" ")
    .slice(0, textLimits.reasonMax);
}
