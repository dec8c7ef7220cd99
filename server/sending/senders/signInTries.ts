import { rateLimits } from "../../../contract/limits/http.ts";
import type { Core } from "../../core/core.ts";
import { rateKeyOf } from "../../http/middleware/clientAddress.ts";
import { createRateLimiter, refuseOver } from "../../http/middleware/rateLimit.ts";

type Target = {
  workspaceId: string;
  host: string;
  /** Where a person's own choice of a server leads; null for a provider's server, which is everybody's. */
  address: string | null;
  user: string;
};

/** @throws {Refusal} rate_limited when too many sign-ins there failed. */
export type BeginSignIn = (target: Target) => {
  /** It was no guess, and does not count. */
  succeeded(): void;
};

/**
 * Bounds failed sign-ins that people ask for, by person, and by mailbox and server, whoever asks: otherwise many
 * accounts here together would guess at one elsewhere, or look for open ports. Each is counted before it is made, so that many at
 * once cannot slip past the count. Sending is not counted.
 */
export function createSignInTries({ clock, settings }: SignInTriesParts): BeginSignIn {
  if (!settings.rateLimits) return () => ({ succeeded() {} });
  const people = createRateLimiter({ rate: rateLimits.signInTryPerUser, clock });
  const mailboxes = createRateLimiter({ rate: rateLimits.signInTryPerMailbox, clock });
  const servers = createRateLimiter({ rate: rateLimits.signInTryPerServer, clock });
  return ({ workspaceId, host, address, user }) => {
    const what = `Too many sign-ins at ${host} failed`;
    const place = address === null ? host : rateKeyOf(address);
    const counted = [
      { limiter: people, key: workspaceId, what: "Too many sign-ins failed" },
      { limiter: mailboxes, key: `${place} ${user.trim().toLowerCase()}`, what },
      ...(address === null ? [] : [{ limiter: servers, key: place, what }]),
    ];
    for (const { limiter, key, what: sentence } of counted) refuseOver(limiter.hit(key), sentence);
    return {
      succeeded() {
        for (const { limiter, key } of counted) limiter.undo(key);
      },
    };
  };
}

type SignInTriesParts = { clock: Core["clock"]; settings: Pick<Core["settings"], "rateLimits"> };
