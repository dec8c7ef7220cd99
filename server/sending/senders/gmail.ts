import { oauthLimits } from "../../../contract/limits/oauth.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Clock } from "../../core/clock.ts";
import { gmailSendScope } from "../../google/googleScopes.ts";
import type { AccessTokenAnswer, AccessTokens } from "../../oauth/accessTokens.ts";
import type { Account } from "./account.ts";
import { callGmail, type GmailTimeouts } from "./gmailCall.ts";
import { gmailOutcome, reconnectReason } from "./gmailFault.ts";
import type { OutgoingMail, Sender, Verification } from "./sender.ts";
import { cleaned } from "./smtpFault.ts";

export type GmailOptions = {
  account: Pick<Account, "id" | "appEmail" | "password">;
  tokens: AccessTokens;
  /** Where the Gmail API is. */
  rootUrl: string;
  clock: Clock;
  timeouts?: Partial<GmailTimeouts>;
};

/** Sends through the Gmail API for an account that was connected by Google; its "password" is the refresh token. */
export function createGmailSender(options: GmailOptions): Sender {
  const underWay = new Set<Promise<Outcome>>();
  let usedAt = Number.NEGATIVE_INFINITY;
  return {
    send(mail) {
      const afresh = options.clock.now() - usedAt > sendLimits.connectionIdleMs;
      const sending = deliver(options, { mail, afresh }).finally(() => {
        usedAt = options.clock.now();
        underWay.delete(sending);
      });
      underWay.add(sending);
      return sending;
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

/** Asks Google whether the permission still holds. It covers sending alone, so nothing more can be tried unsent. */
export async function verifyGmail({ account, tokens }: Pick<GmailOptions, "account" | "tokens">) {
  const token = await tokens.get({ accountId: account.id, refreshToken: account.password });
  const verified: Verification = { ok: true };
  if (token.ok) {
    const may = token.scopes.length === 0 || token.scopes.includes(gmailSendScope);
    return may ? verified : failed({ temporary: false, reason: reconnectReason(account.appEmail) });
  }
  const outcome = outcomeWithoutToken(token, account);
  return failed({ temporary: token.kind !== "withdrawn", reason: outcome.reason });
}

function failed(why: { temporary: boolean; reason: Reason }): Verification {
  return { ok: false, ...why };
}

type Sending = { mail: OutgoingMail; afresh: boolean };

async function deliver(options: GmailOptions, { mail, afresh }: Sending): Promise<Outcome> {
  const { account, tokens, rootUrl, clock, timeouts = {} } = options;
  const { raw } = mail;
  const wanted = { accountId: account.id, refreshToken: account.password };
  let token = await tokens.get(wanted);
  if (!token.ok) return outcomeWithoutToken(token, account);
  mail.journal?.begins();
  let answer = await callGmail({ rootUrl, accessToken: token.accessToken, raw, afresh, timeouts });
  // A refused token means that the mail was not looked at, so a fresh token and a second try are safe.
  if (answer.kind === "answered" && answer.status === 401) {
    token = await tokens.get({ ...wanted, insteadOf: token.accessToken });
    if (!token.ok) return outcomeWithoutToken(token, account);
    answer = await callGmail({ rootUrl, accessToken: token.accessToken, raw, afresh, timeouts });
  }
  return gmailOutcome(answer, { appEmail: account.appEmail, now: clock.now() });
}

type Refused = Exclude<AccessTokenAnswer, { ok: true }>;

/** Nothing of the mail has left: the recipient waits, and the account rests or needs its owner. */
function outcomeWithoutToken(refused: Refused, { appEmail, password }: GmailOptions["account"]): Outcome {
  const why = cleaned(refused.reason, [password]);
  switch (refused.kind) {
    case "withdrawn":
      return { kind: "account", reason: reconnectReason(appEmail) };
    case "misconfigured":
      return {
        kind: "account",
        reason: reason("google_client_refused", {}, why.reply),
        restMs: oauthLimits.setupRestMs,
      };
    case "busy": {
      const { retryAfterMs } = refused;
      return {
        kind: "busy",
        reason: why,
        account: true,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      };
    }
  }
}
