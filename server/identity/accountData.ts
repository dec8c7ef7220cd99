import { Refusal, sentences } from "../../contract/errors.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createAccountDataStore } from "../../db/stores/identity/accountData.ts";
import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { type Identity, personOf } from "./identity.ts";

export type AccountData = ReturnType<typeof createAccountData>;

type Parts = {
  identity: Identity;
  /** Stops an account's work and starts it anew with what is stored, which after a deletion is nothing. */
  restartLane(credentialId: string): Promise<void>;
  /** Ends at Google what removed sending accounts were allowed. */
  giveBack(rows: readonly CredentialRow[]): void;
  /** Throws away files beside the database that are nobody's any more. */
  removeFiles(): Promise<void>;
};

type Deletion = { caller: Caller; password: string; email: string; address: string };

/** What is kept of one person, and how all of it goes. */
export function createAccountData(core: Core, { identity, restartLane, giveBack, removeFiles }: Parts) {
  const store = createAccountDataStore(core.database);
  const users = createUserStore(core.database);
  const credentials = createCredentialStore(core.database);

  const timers = new Set<ReturnType<typeof setTimeout>>();

  async function userOf({ uid }: Caller): Promise<User> {
    const user = await users.byId(uid);
    if (user === null) throw new Refusal("unauthorized", sentences.unauthorized);
    return user;
  }

  /** A password where there is one; otherwise the address, typed soon after a sign-in. */
  async function confirmDeletion({ caller, password, email, address }: Deletion): Promise<void> {
    const user = await userOf(caller);
    if (user.passwordHash !== null) return identity.confirm({ person: caller, password, address });
    if (email !== user.email)
      throw new Refusal("invalid_credentials", "This is not the e-mail address of the account");
    const here = (await identity.sessions(caller)).find((session) => session.current);
    if (here === undefined || core.clock.now() - here.createdAt > accountLimits.freshSignInMs)
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
     * Stops what is being sent, waits a while for mails under way, then ends the account in one commit and clears
     * away all that was kept with it. @throws {Refusal} invalid_credentials, rate_limited, forbidden.
     */
    async remove(deletion: Deletion): Promise<void> {
      await confirmDeletion(deletion);
      const workspaceId = deletion.caller.uid;
      const now = core.clock.now();
      const accounts = await store.stopSending({ workspaceId, now });
      await atMost(accountLimits.drainMs, Promise.all(accounts.map(restartLane)));
      const sendingAccounts = await credentials.ownedBy(workspaceId);
      identity.sessionsEnded(await store.close({ workspaceId, now }));
      await clearAway(workspaceId);
      giveBack(sendingAccounts);
      // A request that was let in before, an import above all, may write a little more yet.
      const timer = setTimeout(() => void finish(workspaceId), accountLimits.secondLookMs);
      timer.unref();
      timers.add(timer);
    },

    /** Goes on with deletions that the end of the last process interrupted. */
    async resume(): Promise<void> {
      for (const workspaceId of await store.closed()) await finish(workspaceId);
    },

    /** What was to be looked at again is, at the next start. */
    close(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };

  async function clearAway(workspaceId: string): Promise<void> {
    const countMax = accountLimits.removeBatch;
    while ((await store.removeSome({ workspaceId, countMax })) > 0) await yieldToOthers();
    await store.removeRest(workspaceId);
    await removeFiles();
  }

  async function finish(workspaceId: string): Promise<void> {
    try {
      await clearAway(workspaceId);
      await store.forgetClosed(workspaceId);
    } catch (error) {
      core.log.error("The rest of a deleted account could not be removed", { user: workspaceId, error });
    }
  }
}

/** Whatever becomes of the work, nobody waits longer for it. */
async function atMost(timeMs: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, timeMs);
  });
  // How the work fails is told where it is done.
  await Promise.race([work.catch(() => {}), timeUp]);
  clearTimeout(timer);
}
