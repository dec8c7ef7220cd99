import { z } from "zod";
import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import { parseJson } from "../../../../contract/parseJson.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type { Outcome } from "../../../../contract/sending/outcome.ts";
import { retryAfterMsIn } from "../../../oauth/retryAfterMsIn.ts";
import { textWithoutSecrets } from "../withoutSecrets.ts";
import type { MailApiAnswer } from "./trackedRequest.ts";

/** What happened to a mail, by what Microsoft Graph answered; its first 401 is the sender's to deal with. */
export function graphOutcome(
  answer: MailApiAnswer,
  { appEmail, now }: { appEmail: string; now: number },
): Outcome {
  if (answer.kind === "lost") {
    const { lost, detail } = answer;
    // Nobody knows whether Microsoft took a message that had begun to leave: it is never sent again by itself.
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
  // A gateway that had no good answer from behind it does not know what became of the mail (RFC 9110 section 15.6).
  if (status === 502 || status === 504) return { kind: "uncertain", reason: answered };
  if (status >= 500 || status === 408) return { kind: "busy", reason: answered, ...wait };
  if (status === 400 || status === 413) return { kind: "refused", reason: answered };
  // Whatever else it is (a redirect, a conflict, a wrong address) is no recipient's fault, and a person has to look.
  return { kind: "account", reason: answered, restMs: oauthLimits.setupRestMs };
}

/** What an account needs that Microsoft has stopped trusting us with. */
export function reconnectReason(appEmail: string): Reason {
  return reason("reconnect_microsoft", { email: appEmail });
}

/** A day's recipients, or all that a new account may send for now. */
const limitCodes = new Set([
  "ErrorExceededMessageLimit",
  "ErrorSubmissionQuotaExceeded",
  "ErrorMessageSubmissionLimitExceeded",
]);
/** The permission is not there any more, or not for this. */
const permissionCodes = new Set(["ErrorAccessDenied", "AccessDenied", "Authorization_RequestDenied"]);
/** The mailbox may not send at all, or not as this sender: the owner finds out why in the mailbox. */
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
    // Not JSON: the status speaks.
  }
  return { code: "", message: "" };
}
