import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { createAccountDataStore } from "../../db/stores/accountData.ts";
import { createUserStore, type User } from "../../db/stores/users.ts";
import type { Core } from "../core.ts";
import type { Caller } from "../routes/route.ts";
import { type Identity, personOf } from "./identity.ts";

export type AccountData = ReturnType<typeof createAccountData>;

type Parts = {
  identity: Identity;
  /** Stops an account's work and starts it anew with what is stored, which after a deletion is nothing. */
  restartLane(credentialId: string): Promise<void>;
};

type Deletion = { caller: Caller; password: string; email: string; address: string };

/** What is kept of one person, and how all of it goes. */
export function createAccountData(core: Core, { identity, restartLane }: Parts) {
  const store = createAccountDataStore(core.database);
  const users = createUserStore(core.database);

  async function userOf({ uid }: Caller): Promise<User> {
    const user = await users.byId(uid);
    if (user === null) throw new Refusal("unauthorized", sentences.unauthorized);
    return user;
  }

  /** A password where there is one; otherwise the address, typed soon after a sign-in. */
  async function confirmDeletion({ caller, password, email, address }: Deletion): Promise<void> {
    const user = await userOf(caller);
    if (user.passwordHash !== null) return identity.confirm({ caller, password, address });
    if (email !== user.email)
      throw new Refusal("invalid_credentials", "This is not the e-mail address of the account");
    const here = (await identity.sessions(caller)).find((session) => session.current);
    if (here === undefined || core.clock.now() - here.createdAt > limits.account.freshSignInMs)
      throw new Refusal("forbidden", "Please sign in again, then delete the account within ten minutes");
  }

  return {
    async of(caller: Caller): Promise<Account> {
      const user = await userOf(caller);
      return {
        ...personOf(caller),
        createdAt: user.createdAt,
        hasPassword: user.passwordHash !== null,
        hasGoogle: user.googleSubject !== null,
        holdings: await store.holdingsOf(caller.uid),
      };
    },

    /**
     * Stops what is being sent, waits a while for mails under way, then deletes the person and every row of
     * theirs in one commit. @throws {Refusal} invalid_credentials, rate_limited, forbidden.
     */
    async remove(deletion: Deletion): Promise<void> {
      await confirmDeletion(deletion);
      const { uid } = deletion.caller;
      const accounts = await store.stopSending({ ownerId: uid, now: core.clock.now() });
      await atMost(limits.account.drainMs, Promise.all(accounts.map(restartLane)));
      identity.sessionsEnded(await store.removeAll(uid));
      // A request that was let in before, an import above all, may have written a little more since.
      const again = setTimeout(() => {
        store
          .removeAll(uid)
          .catch((error) => console.error("A deleted account could not be looked at again:", error));
      }, limits.account.secondLookMs);
      again.unref();
    },
  };
}

/** Whatever becomes of the work, nobody waits longer for it. */
async function atMost(timeMs: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, timeMs);
  });
  await Promise.race([work.catch(() => {}), timeUp]);
  clearTimeout(timer);
}
