import { keyPrefix } from "../../contract/identity/keys.ts";
import type { UserId } from "../../contract/identity/scope.ts";
import { keyLimits } from "../../contract/limits/identity.ts";
import type { Core } from "../core/core.ts";
import { createRateLimiter } from "../http/middleware/rateLimit.ts";

type Refused = {
  key: string;
  address: string;
  code: string;
  /** The key that it is, and whose; null for one that nobody has. */
  known: { id: string; userId: UserId } | null;
};

/**
 * Writes down keys that are refused, of each no more than how it begins. So many from one address, and so many of all, are
 * written in a while, and the last of them says for how long no more are: whoever tries for hours fills no log.
 */
export function createRefusedKeys({ clock, secrets, securityLog }: Core) {
  // What one process writes is bounded by that process alone, and asks no database.
  const parts = { clock, secrets, database: { shared: null } };
  const rates = keyLimits.refusedLogged;
  const ofAddress = createRateLimiter(parts, { name: "refused keys of an address", rate: rates.perAddress });
  const ofAll = createRateLimiter(parts, { name: "refused keys", rate: rates.all, keysMax: 1 });

  return async ({ key, address, code, known }: Refused): Promise<void> => {
    const here = await ofAddress.count(address);
    if (here.waitMs !== null) return;
    const everywhere = await ofAll.count("all");
    if (everywhere.waitMs !== null) return;
    const last = here.left === 0 ? here : everywhere.left === 0 ? everywhere : null;
    securityLog({
      event: "key_refused",
      outcome: "refused",
      code,
      from: address,
      begins: beginningOf(key),
      ...(known === null ? {} : { user: known.userId, key: known.id }),
      ...(last === null ? {} : { quietMs: last.resetMs }),
    });
  };
}

/** Of what is no key of ours nothing is told: it may be a password that was put in the wrong place. */
function beginningOf(key: string): string | undefined {
  return key.startsWith(keyPrefix) && key.length > keyLimits.secretBytes
    ? key.slice(0, keyPrefix.length + keyLimits.toldCharacters)
    : undefined;
}
