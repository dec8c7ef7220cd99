import { rateLimits } from "../../contract/limits/http.ts";
import type { Core } from "../core/core.ts";
import { rateKeyOf } from "../http/middleware/clientAddress.ts";
import { createRateLimiter, refuseOver } from "../http/middleware/rateLimit.ts";

export type LoginAttempt = {
  /** The password was right: this attempt does not count, and those before it from here are forgiven. */
  succeeded(): void;
  /** Nothing was decided (the server was too busy): the attempt does not count. */
  undecided(): void;
};

export type LoginGuard = {
  /** @throws {Refusal} rate_limited when there were too many wrong passwords. */
  begin(attempt: { email: string; address: string }): LoginAttempt;
  /** Somebody has proved by a mail that the account is theirs: wrong passwords from before no longer count. */
  forgive(who: { email: string; address: string }): void;
};

/**
 * Bounds wrong passwords: by account and address, by account from everywhere, and by address. An attempt is
 * counted before its password is looked at, so that many at once cannot slip past the count. Like every other
 * rate it is off where AMPLIFY_RATE_LIMITS is.
 */
export function createLoginGuard({ clock, settings }: Pick<Core, "clock" | "settings">): LoginGuard {
  if (!settings.rateLimits) return { begin: () => ({ succeeded() {}, undecided() {} }), forgive() {} };
  const here = createRateLimiter({ rate: rateLimits.loginPerAccount, clock });
  const anywhere = createRateLimiter({ rate: rateLimits.loginPerAccountAnywhere, clock });
  const address = createRateLimiter({ rate: rateLimits.loginPerAddress, clock });
  return {
    forgive(who) {
      here.forget(`${who.email} ${rateKeyOf(who.address)}`);
      anywhere.forget(who.email);
    },
    begin(attempt) {
      const from = rateKeyOf(attempt.address);
      const counted = [
        { limiter: address, key: from },
        { limiter: here, key: `${attempt.email} ${from}` },
        { limiter: anywhere, key: attempt.email },
      ];
      for (const { limiter, key } of counted) refuseOver(limiter.hit(key));
      const undecided = () => {
        for (const { limiter, key } of counted) limiter.undo(key);
      };
      return {
        undecided,
        succeeded() {
          undecided();
          here.forget(`${attempt.email} ${from}`);
        },
      };
    },
  };
}
