import { isAutoReply } from "./autoReply.ts";
import { complaintIn } from "./complaint.ts";
import { deliveryReportIn } from "./deliveryReport.ts";
import type { Finding, Unsubscribe } from "./finding.ts";
import { plainBounceIn } from "./plainBounce.ts";
import { answeredIds, type MimeMail, messageIdsIn, readMime } from "./readMime.ts";
import { unsubscribeToken } from "./unsubscribeToken.ts";

/**
 * What a mail says about mails of ours; null if it is about none, as far as can be seen without looking up which are ours.
 * Takes time in proportion to the mail's size. It never throws, since mails come from strangers.
 */
export async function readInbound(raw: Uint8Array): Promise<Finding | null> {
  const mail = await readMime(raw);
  if (mail === null) return null;
  const token = unsubscribeToken(mail.subject);
  if (token !== null) return { kind: "unsubscribe", token };
  const finding = findingIn(mail);
  return finding === null || finding.ids.length === 0 ? null : finding;
}

function findingIn(mail: MimeMail): Exclude<Finding, Unsubscribe> | null {
  const complaint = complaintIn(mail);
  if (complaint !== null) return complaint === "noComplaint" ? null : complaint;
  const report = deliveryReportIn(mail);
  if (report !== null) return report === "notFailed" ? null : report;
  const answered = answeredIds(mail);
  // A notification that a mail was displayed, or deleted unread (RFC 8098): no person has answered.
  if (mail.parts.some(({ type }) => type === "message/disposition-notification"))
    return { kind: "autoReply", ids: answered };
  const bounce = plainBounceIn(mail);
  if (bounce !== null) return bounce;
  if (isAutoReply(mail)) return { kind: "autoReply", ids: answered };
  return { kind: "reply", from: mail.from, ids: answered, ownIds: messageIdsIn(mail.field("message-id")) };
}
