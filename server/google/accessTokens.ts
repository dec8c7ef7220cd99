import { oauthLimits } from "../../contract/limits/oauth.ts";
import { reason } from "../../contract/reasons.ts";
import type { Clock } from "../core/clock.ts";
import type { TokenAnswer, TokenEndpoint } from "./tokenEndpoint.ts";

export type AccessTokenAnswer =
  | { ok: true; accessToken: string; scopes: string[] }
  | Exclude<TokenAnswer, { ok: true }>;

type Kept = {
  refreshToken: string;
  answer: Promise<AccessTokenAnswer>;
  /** When a new one has to be asked for; null while this one is on its way. */
  refreshAt: number | null;
};

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Access tokens of connected Google accounts, in memory only: each is asked for once and used until it is about to end. */
export function createAccessTokens({ endpoint, clock }: { endpoint: TokenEndpoint; clock: Clock }) {
  const kept = new Map<string, Kept>();

  function ask(accountId: string, refreshToken: string): Kept {
    const asked: Kept = { refreshToken, refreshAt: null, answer: Promise.resolve(notAsked) };
    asked.answer = endpoint.refresh(refreshToken).then((answer) => {
      const isLatest = kept.get(accountId) === asked;
      if (!answer.ok) {
        // A failure is told to everybody who waited for it, and to nobody later.
        if (isLatest) kept.delete(accountId);
        return answer;
      }
      const { accessToken, expiresInMs, scopes } = answer.tokens;
      asked.refreshAt = clock.now() + Math.max(0, expiresInMs - oauthLimits.refreshBeforeMs);
      return { ok: true, accessToken, scopes };
    });
    return asked;
  }

  return {
    /**
     * A token to use now. However many ask at once, Google is asked once per account. `insteadOf` is one that
     * Google has just refused: it is not answered again.
     */
    async get(wanted: {
      accountId: string;
      refreshToken: string;
      insteadOf?: string;
    }): Promise<AccessTokenAnswer> {
      const { accountId, refreshToken, insteadOf } = wanted;
      const known = kept.get(accountId);
      if (
        known?.refreshToken === refreshToken &&
        (known.refreshAt === null || known.refreshAt > clock.now())
      ) {
        const answer = await known.answer;
        if (!answer.ok || answer.accessToken !== insteadOf) return answer;
        // Somebody else may have begun to replace it meanwhile; then theirs is waited for.
        const newer = kept.get(accountId);
        if (newer && newer !== known && newer.refreshToken === refreshToken) return newer.answer;
      }
      const asked = ask(accountId, refreshToken);
      kept.delete(accountId);
      kept.set(accountId, asked);
      const [oldest] = kept.keys();
      if (kept.size > oauthLimits.tokensKept && oldest !== undefined) kept.delete(oldest);
      return asked.answer;
    },
  };
}

const notAsked: AccessTokenAnswer = { ok: false, kind: "busy", reason: reason("google_unasked") };
