import { hashPassword, verifyPassword } from "#platform/passwords";
import { hashingLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";
import type { HashCosts } from "../../platform/passwords.ts";

export type Passwords = {
  /** @throws {Refusal} unavailable when too many hashes wait already. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password fits. Without a stored hash (an unknown person, or one who only uses Google) the same
   * work is done on a dummy, so that the answer takes as long. @throws {Refusal} unavailable, as `hash`.
   */
  fits(password: string, storedHash: string | null): Promise<boolean>;
};

/** Argon2id with a few hashes at a time: a flood of sign-ins must leave the other routes their processor. */
export function createPasswords(costs: HashCosts = hashingLimits.costs): Passwords {
  const queued = createQueue();
  const dummy = dummyHash(costs);
  return {
    hash: (password) => queued(() => hashPassword(joined(password), costs)),
    fits(password, storedHash) {
      return queued(async () => {
        // A hash from before is of what was typed. Both are tried of a stranger too, so that the work is the same.
        for (const form of new Set([joined(password), password])) {
          const fits = storedHash === null ? null : await verified(form, storedHash);
          if (fits === null) await verified(form, dummy);
          if (fits === true) return true;
        }
        return false;
      });
    },
  };
}

/**
 * The hash of no password at all, in PHC form: what is compared with it costs as much as with a real one of these costs,
 * and it costs nothing to make. Salt and tag are as long as the runtime makes them.
 */
export function dummyHash({ memoryKib, passes }: HashCosts): string {
  const part = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64");
  const [salt, tag] = [part(), part()].map((text) => text.replace(/=+$/, ""));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${salt}$${tag}`;
}

/** Accents joined to their letters (Unicode NFC): keyboards and systems differ in that, and nobody can see it. */
function joined(password: string): string {
  return password.normalize("NFC");
}

/** Null for a hash that cannot be read: the runtime throws on it instead of answering false. */
async function verified(password: string, storedHash: string): Promise<boolean | null> {
  try {
    return await verifyPassword(password, storedHash);
  } catch {
    return null;
  }
}

function createQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < hashingLimits.parallel) running += 1;
    else {
      if (waiting.length >= hashingLimits.queueMax)
        throw refused("sign_ins_busy", {}, { retryAfterMs: hashingLimits.retryAfterMs });
      // Whoever finishes passes its place on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
