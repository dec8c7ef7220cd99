import { z } from "zod";
import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import { parseJson } from "../../../../contract/parseJson.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type { Outcome } from "../../../../contract/sending/outcome.ts";
import { retryAfterMsIn } from "../../../oauth/retryAfterMsIn.ts";
import { textWithoutSecrets } from "../withoutSecrets.ts";
import type { MailApiAnswer } from "./trackedRequest.ts";

/** The outcome of a mail, by the answer of Microsoft Graph. The sender deals with a first 401 before this. */
export function graphOutcome(
  answer: MailApiAnswer,
  { appEmail, now }: { appEmail: string; now: number },
): Outcome {
  if (answer.kind === "lost") {
    const { lost, detail } = answer;
    // It is not known whether Microsoft accepted a message that had begun to be sent: it is never sent again automatically.
    if (answer.began) return { kind: "uncertain", reason: reason("graph_silent", { lost, detail }) };
    return { kind: "busy", reason: reason("graph_unreached", { lost, detail }), connection: true };
  }
  const { status } = answer;
  if (status === 202) return { kind: "sent", reason: reason("graph_accepted") };
  const { code, message } = faultIn(answer.body);
  const said = [code, message].filter(Boolean).join(": ");
  const answered = reason("graph_answered", { status }, textWithoutSecrets(said, []) || null);
  if (status === 401) return { kind: "account", reason: reconnectReason(appEmail) };
  const ofAccount = accountOutcome(code, { answered, appEmail });
  if (ofAccount !== null) return ofAccount;
  const retryAfterMs = retryAfterMsIn(answer.retryAfter, now);
  const wait = retryAfterMs === null ? {} : { retryAfterMs };
  if (status === 429) return { kind: "busy", reason: answered, account: true, ...wait };
  // A gateway without a valid answer from its upstream does not know what happened to the mail (RFC 9110 section 15.6).
  if (status === 502 || status === 504) return { kind: "uncertain", reason: answered };
  if (status >= 500 || status === 408) return { kind: "busy", reason: answered, ...wait };
  if (status === 400 || status === 413) return { kind: "refused", reason: answered };
  // Anything else (a redirect, a conflict, a wrong URL) is not the recipient's fault, and a person has to look into it.
  return { kind: "account", reason: answered, restMs: oauthLimits.setupRestMs };
}

/** The reason for an account for which Microsoft has withdrawn its permission: it has to be connected again. */
export function reconnectReason(appEmail: string): Reason {
  return reason("reconnect_microsoft", { email: appEmail });
}

/** The limit of recipients a day, or of what a new account may send for now. */
const limitCodes = new Set([
  "ErrorExceededMessageLimit",
  "ErrorSubmissionQuotaExceeded",
  "ErrorMessageSubmissionLimitExceeded",
]);
/** The permission is missing or does not cover sending. */
const permissionCodes = new Set(["ErrorAccessDenied", "AccessDenied", "Authorization_RequestDenied"]);
/** The mailbox may not send at all, or not as this sender: its owner finds the cause there. */
const mailboxCodes = new Set([
  "ErrorSendAsDenied",
  "ErrorAccountSuspend",
  "ErrorMessageSubmissionBlocked",
  "ErrorQuotaExceeded",
  "MailboxNotEnabledForRESTAPI",
  "ErrorInvalidUser",
]);

/** The outcome where Graph's code, whatever its status, is about the account; null where it is not. */
function accountOutcome(
  code: string,
  { answered, appEmail }: { answered: Reason; appEmail: string },
): Outcome | null {
  if (limitCodes.has(code)) return { kind: "account", reason: answered, restMs: sendLimits.dailyLimitRestMs };
  if (permissionCodes.has(code)) return { kind: "account", reason: reconnectReason(appEmail) };
  return mailboxCodes.has(code) ? { kind: "account", reason: answered } : null;
}

const refused = z.object({
  error: z.object({ code: z.string().default(""), message: z.string().default("") }),
});

function faultIn(body: string): { code: string; message: string } {
  try {
    const read = refused.safeParse(parseJson(body));
    if (read.success) return read.data.error;
  } catch {
    // Not JSON: the status alone decides.
  }
  return { code: "", message: "" };
}
