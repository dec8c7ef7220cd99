import { z } from "zod";
import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import { parseJson } from "../../../../contract/parseJson.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type { Outcome } from "../../../../contract/sending/outcome.ts";
import { retryAfterMsIn } from "../../../oauth/retryAfterMsIn.ts";
import { textWithoutSecrets } from "../withoutSecrets.ts";
import type { MailApiAnswer } from "./trackedRequest.ts";

/** The outcome of a mail, by the answer of the Gmail API. The sender deals with a first 401 before this. */
export function gmailOutcome(answer: MailApiAnswer, context: { appEmail: string; now: number }): Outcome {
  if (answer.kind === "lost") {
    // It is not known whether Gmail accepted a message that had begun to be sent: it is never sent again automatically.
    const { lost, detail } = answer;
    if (answer.began) return { kind: "uncertain", reason: reason("gmail_silent", { lost, detail }) };
    return { kind: "busy", reason: reason("gmail_unreached", { lost, detail }), connection: true };
  }
  const { status } = answer;
  if (status === 200) return { kind: "sent", reason: reason("gmail_accepted", { id: idIn(answer.body) }) };
  const fault = faultIn(answer.body);
  const answered = reason("gmail_answered", { status }, textWithoutSecrets(fault.message, []) || null);
  if (status === 401) return { kind: "account", reason: reconnectReason(context.appEmail) };
  if (status === 403 || status === 429)
    return limitOrPermission({
      reason: answered,
      fault,
      answer,
      appEmail: context.appEmail,
      now: context.now,
    });
  // A gateway that timed out does not know what happened to the request (RFC 9110 section 15.6.5).
  if (status === 504) return { kind: "uncertain", reason: answered };
  if (status >= 500 || status === 408) return busy({ reason: answered, answer, fault, now: context.now });
  if (status === 400 && fault.reasons.includes("failedPrecondition"))
    return { kind: "account", reason: answered };
  if (status === 400 || status === 413) return { kind: "refused", reason: answered };
  // Anything else (a redirect, a wrong URL) is not the recipient's fault, and a person has to look into it.
  return { kind: "account", reason: answered, restMs: oauthLimits.setupRestMs };
}

/** The reason for an account for which Google has withdrawn its permission: it has to be connected again. */
export function reconnectReason(appEmail: string): Reason {
  return reason("reconnect_google", { email: appEmail });
}

type Fault = { message: string; reasons: string[] };
type Limited = {
  reason: Reason;
  fault: Fault;
  answer: Extract<MailApiAnswer, { kind: "answered" }>;
  now: number;
};

/** 403 and 429 mean either a rate limit, a daily limit or a missing permission; only the reason tells which. */
function limitOrPermission(limited: Limited & { appEmail: string }): Outcome {
  const { reason, fault, answer, appEmail } = limited;
  const says = (names: ReadonlySet<string>) => fault.reasons.some((name) => names.has(name));
  if (says(dailyReasons) || /daily|mail sending limit/i.test(fault.message))
    return { kind: "account", reason, restMs: sendLimits.dailyLimitRestMs };
  if (answer.status === 429 || says(rateReasons)) return { ...busy(limited), account: true };
  if (says(permissionReasons)) return { kind: "account", reason: reconnectReason(appEmail) };
  return { kind: "account", reason, restMs: oauthLimits.setupRestMs };
}

function busy({ reason, fault, answer, now }: Limited): Extract<Outcome, { kind: "busy" }> {
  const retryAfterMs = retryAfterMsIn(answer.retryAfter ?? momentIn(fault.message), now);
  return { kind: "busy", reason, ...(retryAfterMs === null ? {} : { retryAfterMs }) };
}

/** Gmail gives the time in its message: "User-rate limit exceeded. Retry after 2026-11-21T08:00:00.000Z". */
function momentIn(message: string): string | null {
  return /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(message)?.[1] ?? null;
}

const dailyReasons = new Set(["dailyLimitExceeded", "quotaExceeded"]);
const rateReasons = new Set(["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"]);
const permissionReasons = new Set([
  "insufficientPermissions",
  "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
  "authError",
]);

const taken = z.object({ id: z.string().max(textLimits.idMax) });
const refused = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    errors: z.array(z.object({ reason: z.string().default("") })).default([]),
    details: z.array(z.object({ reason: z.string().default("") })).default([]),
  }),
});

/** Gmail's own id of a message that it accepted. */
function idIn(body: string): string | null {
  const read = taken.safeParse(parsed(body));
  return read.success ? read.data.id : null;
}

function faultIn(body: string): Fault {
  const read = refused.safeParse(parsed(body));
  if (!read.success) return { message: "", reasons: [] };
  const { message, status, errors, details } = read.data.error;
  const reasons = [...errors, ...details].map(({ reason }) => reason);
  return { message, reasons: [...reasons, status].filter(Boolean) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
