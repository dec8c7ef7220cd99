import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import type { Reason } from "../../contract/reasons.ts";
import type { Clock } from "../core/clock.ts";
import type { TokenAnswer, TokenEndpoint } from "./tokenEndpoint.ts";

export type AccessTokenAnswer =
  | { ok: true; accessToken: string; scopes: string[] }
  | Exclude<TokenAnswer, { ok: true }>;

type Kept = {
  refreshToken: string;
  /** What the provider wants to be shown the next time; the same where it gave no other. */
  next: string;
  answer: Promise<AccessTokenAnswer>;
  /** When a new one has to be asked for; null while this one is on its way. */
  refreshAt: number | null;
};

export type AccessTokens = ReturnType<typeof createAccessTokens>;

type Parts = {
  endpoint: Pick<TokenEndpoint, "refresh">;
  clock: Clock;
  /** What the tokens are for; where nothing is said, for what the refresh token was given for. */
  scope?: string;
  /** Says that nobody was asked; never seen, as long as an answer is waited for. */
  unasked: Reason;
  /**
   * Keeps the refresh token that is to be shown from now on, where a provider gives a new one with each answer. Never
   * throws: it says whether it is kept.
   */
  onRenewed?: (renewed: Renewed) => Promise<boolean>;
};

/** `used` is what an account's owner was given, or what took its place. */
export type Renewed = { accountId: string; used: string; refreshToken: string };

/** Access tokens of connected accounts, in memory only: each is asked for once and used until it is about to end. */
export function createAccessTokens({ endpoint, clock, scope, unasked, onRenewed }: Parts) {
  const kept = new Map<string, Kept>();
  const notAsked: AccessTokenAnswer = { ok: false, kind: "busy", reason: unasked };

  function ask(accountId: string, refreshToken: string): Kept {
    const before = kept.get(accountId);
    const used = before?.refreshToken === refreshToken ? before.next : refreshToken;
    const asked: Kept = { refreshToken, next: used, refreshAt: null, answer: Promise.resolve(notAsked) };
    asked.answer = endpoint.refresh(used, scope).then(async (answer) => {
      const isLatest = kept.get(accountId) === asked;
      if (!answer.ok) {
        // A failure is told to everybody who waited for it, and to nobody later.
        if (isLatest) kept.delete(accountId);
        return answer;
      }
      const { accessToken, expiresInMs, scopes, refreshToken: renewed } = answer.tokens;
      if (renewed !== null && renewed !== used) {
        // One that could not be kept is not counted on: the one before is shown again, and asked for another.
        const isKept = (await onRenewed?.({ accountId, used, refreshToken: renewed })) ?? true;
        if (isKept) asked.next = renewed;
      }
      asked.refreshAt = clock.now() + Math.max(0, expiresInMs - oauthLimits.refreshBeforeMs);
      return { ok: true, accessToken, scopes };
    });
    return asked;
  }

  return {
    /**
     * A token to use now. However many ask at once, the provider is asked once per account. `insteadOf` is one
     * that it has just refused: it is not answered again.
     */
    async get(wanted: {
      accountId: string;
      refreshToken: string;
      insteadOf?: string;
    }): Promise<AccessTokenAnswer> {
      const { accountId, refreshToken, insteadOf } = wanted;
      const known = kept.get(accountId);
      if (
        known !== undefined &&
        [known.refreshToken, known.next].includes(refreshToken) &&
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
