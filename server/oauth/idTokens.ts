import type { JWTPayload } from "jose";
import type { Refusal } from "../../contract/errors.ts";
import { oauthLimits } from "../../contract/limits/accounts/oauth.ts";
import { refused } from "../../contract/refused.ts";
import type { Clock } from "../core/clock.ts";

/** RS256 and nothing else; a token that names another way is not the provider's. */
export const idTokenAlgorithm = "RS256";

type IdTokenParts = {
  /** Where the provider's public keys are. */
  keysUrl: string;
  clientId: string;
  /** Who may have made it; not given where that follows from its claims, and is looked at after. */
  issuer?: string[];
  claims: string[];
  clock: Clock;
  /** What is said where the keys cannot be had. */
  away: (cause: unknown) => Refusal;
};

/** Reads ID tokens (OpenID Connect Core section 3.1.3.7) and believes only signed, fresh claims meant for us. */
export function createIdTokens({ keysUrl, clientId, issuer, claims, clock, away }: IdTokenParts) {
  let tools: ReturnType<typeof loading> | null = null;

  /** With the first token: most installations have no client, and never see one. */
  async function loading() {
    const { createRemoteJWKSet, jwtVerify, errors } = await import("jose");
    const keys = createRemoteJWKSet(new URL(keysUrl), { timeoutDuration: oauthLimits.fetchMs });
    return { keys, jwtVerify, errors };
  }

  return {
    /** @throws {Refusal} unauthorized for any token that is not good; `away` when the keys cannot be had. */
    async read(token: string): Promise<JWTPayload> {
      tools ??= loading();
      const { keys, jwtVerify, errors } = await tools;
      try {
        const { payload } = await jwtVerify(token, keys, {
          algorithms: [idTokenAlgorithm],
          ...(issuer === undefined ? {} : { issuer }),
          audience: clientId,
          requiredClaims: claims,
          clockTolerance: oauthLimits.clockToleranceSeconds,
          currentDate: new Date(clock.now()),
        });
        return payload;
      } catch (error) {
        if (isProvidersFault(error, errors)) throw away(error);
        throw refused("unauthorized", {}, { cause: error });
      }
    },
  };
}

/** The keys could not be fetched, as opposed to: the token does not fit them. */
function isProvidersFault(error: unknown, errors: typeof import("jose").errors): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  return !(error instanceof errors.JOSEError) || error.code === "ERR_JOSE_GENERIC";
}
