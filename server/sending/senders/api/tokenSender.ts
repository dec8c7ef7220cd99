import { oauthLimits } from "../../../../contract/limits/accounts/oauth.ts";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type { Outcome } from "../../../../contract/sending/outcome.ts";
import type { Clock } from "../../../core/clock.ts";
import type { AccessTokenAnswer, AccessTokens } from "../../../oauth/accessTokens.ts";
import type { Account } from "../account.ts";
import type { OutgoingMail, Sender, Verification } from "../sender.ts";
import { reasonWithoutSecrets } from "../withoutSecrets.ts";
import type { MailApiAnswer, MailApiTimeouts } from "./trackedRequest.ts";

export type TokenSenderOptions = {
  /** Its "password" is the refresh token. */
  account: Pick<Account, "id" | "appEmail" | "password">;
  tokens: AccessTokens;
  clock: Clock;
  timeouts?: Partial<MailApiTimeouts>;
};

/** What differs between the providers. */
type MailApi = {
  /** Hands over one message, once. */
  call(mail: { accessToken: string; raw: Uint8Array; afresh: boolean }): Promise<MailApiAnswer>;
  /** The outcome of a mail by the answer, which may be a 401 that a new token did not help against. */
  outcomeOf(answer: MailApiAnswer): Outcome;
} & TokenReasons;

type TokenReasons = {
  /** The reason that tells the owner to connect the account again. */
  reconnect: (email: string) => Reason;
  clientRefused: "google_client_refused" | "microsoft_client_refused";
};

/** Sends for an account that was connected through its provider, with access tokens obtained by its refresh token. */
export function createTokenSender(options: TokenSenderOptions, api: MailApi): Sender {
  const underWay = new Set<Promise<Outcome>>();
  let usedAt = Number.NEGATIVE_INFINITY;
  return {
    send(mail) {
      const afresh = options.clock.now() - usedAt > sendLimits.connectionIdleMs;
      const sending = deliver(options, { api, mail, afresh }).finally(() => {
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

/** Asks the provider whether the permission is still valid. It covers only sending, so nothing more can be checked without a mail. */
export async function verifyTokens(
  { account, tokens }: Pick<TokenSenderOptions, "account" | "tokens">,
  { maySend, ...reasons }: TokenReasons & { maySend: (scopes: readonly string[]) => boolean },
): Promise<Verification> {
  const token = await tokens.get({ accountId: account.id, refreshToken: account.password });
  if (token.ok) {
    // If the answer names no scopes, they are those that were requested (RFC 6749 section 5.1).
    if (token.scopes.length === 0 || maySend(token.scopes)) return { ok: true };
    return { ok: false, temporary: false, reason: reasons.reconnect(account.appEmail) };
  }
  const outcome = outcomeWithoutToken(token, { account, reasons });
  return { ok: false, temporary: token.kind !== "withdrawn", reason: outcome.reason };
}

type Sending = { api: MailApi; mail: OutgoingMail; afresh: boolean };

async function deliver(options: TokenSenderOptions, { api, mail, afresh }: Sending): Promise<Outcome> {
  const { account, tokens } = options;
  const { raw } = mail;
  const wanted = { accountId: account.id, refreshToken: account.password };
  let token = await tokens.get(wanted);
  if (!token.ok) return outcomeWithoutToken(token, { account, reasons: api });
  mail.journal?.begins();
  let answer = await api.call({ accessToken: token.accessToken, raw, afresh });
  // If the token was refused, the mail was not processed, so a second try with a new token is safe.
  if (answer.kind === "answered" && answer.status === 401) {
    token = await tokens.get({ ...wanted, insteadOf: token.accessToken });
    if (!token.ok) return outcomeWithoutToken(token, { account, reasons: api });
    answer = await api.call({ accessToken: token.accessToken, raw, afresh });
  }
  return api.outcomeOf(answer);
}

type Refused = Exclude<AccessTokenAnswer, { ok: true }>;

/** Nothing of the mail was sent: it stays queued, and the account waits or needs its owner. */
function outcomeWithoutToken(
  refused: Refused,
  { account, reasons }: Pick<TokenSenderOptions, "account"> & { reasons: TokenReasons },
): Outcome {
  const { appEmail, password } = account;
  const why = reasonWithoutSecrets(refused.reason, [password]);
  switch (refused.kind) {
    case "withdrawn":
      return { kind: "account", reason: reasons.reconnect(appEmail) };
    case "misconfigured":
      return {
        kind: "account",
        reason: reason(reasons.clientRefused, {}, why.reply),
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
