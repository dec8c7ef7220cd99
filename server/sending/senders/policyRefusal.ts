import { textLimits } from "../../../contract/limits/text.ts";
import { enhancedStatus } from "./enhancedStatus.ts";
import type { SmtpFault } from "./smtpFault.ts";

/**
 * A key for a refusal by the server's policy, the same for every mail that is refused for the same reason; undefined
 * for a refusal that is about a recipient. X.7.X is about policy (RFC 3463 section 3.8: security or policy) in reply to
 * RCPT, DATA or the message, and so is 554 ("transaction failed") in reply to DATA or the message, and in reply to RCPT
 * that nothing is relayed for this client, which many say with 550 alone. X.1.X and X.2.X are about an address and a
 * mailbox: any number of dead addresses says nothing about policy.
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

/** Whether a reply says, in the words that servers have for it, that it does not relay for this client. */
export function relaysNothing(reply: string): boolean {
  return /\brelay(ing)?\b/i.test(reply);
}

/** The text without addresses, numbers and ids, which differ from mail to mail. */
function withoutParticulars(text: string): string {
  const words = text.toLowerCase().split(/\s+/);
  return words
    .filter((word) => !/[\d@]/.test(word))
    .join(" ")
    .slice(0, textLimits.reasonMax);
}
