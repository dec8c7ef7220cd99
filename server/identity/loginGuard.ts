import { rateLimits } from "../../contract/limits/http.ts";
import type { Core } from "../core/core.ts";
import { createAddressLimiter } from "../http/middleware/addressLimit.ts";
import { rateKeyOf } from "../http/middleware/clientAddress.ts";
import { createRateLimiter, type LimiterParts, refuseOver } from "../http/middleware/rateLimit.ts";

type LoginAttempt = {
  /** The password was right: this attempt does not count, and those before it from here are forgiven. */
  succeeded(): Promise<void>;
  /** Nothing was decided (the server was too busy): the attempt does not count. */
  undecided(): Promise<void>;
};

export type LoginGuard = {
  /** @throws {Refusal} rate_limited when there were too many wrong passwords. */
  begin(attempt: { email: string; address: string }): Promise<LoginAttempt>;
  /** Somebody has proved by mail that the account is theirs: earlier wrong passwords no longer count. */
  forgive(who: { email: string; address: string }): Promise<void>;
};

/**
 * Bounds wrong passwords: by account and address, by account from everywhere, and by address. An attempt is
 * counted before its password is looked at, so that many at once cannot slip past the count. Like every other
 * rate it is off where AMPLIFY_RATE_LIMITS is.
 */
export function createLoginGuard(core: LimiterParts & Pick<Core, "settings">): LoginGuard {
  if (!core.settings.rateLimits)
    return { begin: async () => ({ async succeeded() {}, async undecided() {} }), async forgive() {} };
  const limiter = (name: "loginPerAccount" | "loginPerAccountAnywhere") =>
    createRateLimiter(core, { name, rate: rateLimits[name] });
  const here = limiter("loginPerAccount");
  const anywhere = limiter("loginPerAccountAnywhere");
  const rate = rateLimits.loginPerAddress;
  const address = createAddressLimiter(core, { name: "loginPerAddress", rate });
  return {
    async forgive(who) {
      await here.forget(`${who.email} ${rateKeyOf(who.address)}`);
      await anywhere.forget(who.email);
    },
    async begin(attempt) {
      const from = rateKeyOf(attempt.address);
      const counted = [
        { limiter: address, key: attempt.address },
        { limiter: here, key: `${attempt.email} ${from}` },
        { limiter: anywhere, key: attempt.email },
      ];
      for (const { limiter, key } of counted) refuseOver(await limiter.hit(key));
      const undecided = async () => {
        for (const { limiter, key } of counted) await limiter.undo(key);
      };
      return {
        undecided,
        async succeeded() {
          await undecided();
          await here.forget(`${attempt.email} ${from}`);
        },
      };
    },
  };
}
