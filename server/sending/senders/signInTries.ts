import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { rateLimits } from "../../../contract/limits/http.ts";
import { refused } from "../../../contract/refused.ts";
import type { Core } from "../../core/core.ts";
import { rateKeyOf } from "../../http/middleware/clientAddress.ts";
import {
  createRateLimiter,
  type LimiterParts,
  minutesOf,
  refuseOver,
} from "../../http/middleware/rateLimit.ts";

type Target = {
  workspaceId: WorkspaceId;
  host: string;
  /** The address of a server that a person entered; null for a provider's own server. */
  address: string | null;
  user: string;
};

/** @throws {Refusal} rate_limited when too many sign-ins there failed. */
export type BeginSignIn = (target: Target) => Promise<{
  /** Takes the attempt off the count, because it was no guess. */
  succeeded(): Promise<void>;
}>;

/**
 * Limits failed sign-ins that people ask for: per workspace, and per mailbox and server whoever asks. Otherwise many
 * workspaces together could guess a password or scan for open ports. Attempts are counted before they are made, so that
 * many at once cannot exceed the limit. Sign-ins for sending are not counted.
 */
export function createSignInTries(parts: SignInTriesParts): BeginSignIn {
  if (!parts.settings.rateLimits) return async () => ({ async succeeded() {} });
  const limiter = (name: "signInTryPerUser" | "signInTryPerMailbox" | "signInTryPerServer") =>
    createRateLimiter(parts, { name, rate: rateLimits[name] });
  const people = limiter("signInTryPerUser");
  const mailboxes = limiter("signInTryPerMailbox");
  const servers = limiter("signInTryPerServer");
  return async ({ workspaceId, host, address, user }) => {
    const place = address === null ? host : rateKeyOf(address);
    const counted = [
      { limiter: people, key: workspaceId, at: null },
      { limiter: mailboxes, key: `${place} ${user.trim().toLowerCase()}`, at: host },
      ...(address === null ? [] : [{ limiter: servers, key: place, at: host }]),
    ];
    for (const { limiter, key, at } of counted) refuseFailed(await limiter.hit(key), at);
    return {
      async succeeded() {
        for (const { limiter, key } of counted) await limiter.undo(key);
      },
    };
  };
}

function refuseFailed(waitMs: number | null, host: string | null): void {
  if (host === null) refuseOver(waitMs, "sign_ins_failed");
  else if (waitMs !== null)
    throw refused("sign_ins_failed_at", { host, minutes: minutesOf(waitMs) }, { retryAfterMs: waitMs });
}

type SignInTriesParts = LimiterParts & { settings: Pick<Core["settings"], "rateLimits"> };
