import { z } from "zod";
import { ownWorkspaceOf, type WorkspaceId } from "../../contract/identity/scope.ts";
import { accountLimits } from "../../contract/limits/identity.ts";
import { refused } from "../../contract/refused.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createAccountDataStore } from "../../db/stores/identity/accountData.ts";
import { createUserStore, type User } from "../../db/stores/identity/users.ts";
import { createWorkspaceStore } from "../../db/stores/identity/workspaces.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import { createKeyStore } from "../../db/stores/keys/keys.ts";
import { createWebhookStore } from "../../db/stores/webhooks/webhooks.ts";
import { atMost } from "../core/atMost.ts";
import type { SignedIn } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { JobHandler } from "../jobs/handler.ts";
import { type Jobs, newJob } from "../jobs/jobs.ts";
import { type Identity, personOf } from "./identity.ts";

export type AccountData = ReturnType<typeof createAccountData>;

type Parts = {
  identity: Identity;
  /** Restarts an account's sending with what is stored, which is nothing after a deletion. */
  restartLane(credentialId: string): Promise<void>;
  /** Ends at Google what removed sending accounts were allowed. */
  permissions: { returning(rows: readonly CredentialRow[]): NewJob[] };
  jobs: Pick<Jobs, "wake">;
  /** Throws away files beside the database that are nobody's any more. */
  removeFiles(): Promise<void>;
};

type Deletion = { person: SignedIn; password: string; email: string; address: string };

/** What is kept of one person, and how all of it goes. */
export function createAccountData(core: Core, parts: Parts) {
  const { identity, restartLane, removeFiles } = parts;
  const store = createAccountDataStore(core.database);
  const users = createUserStore(core.database);
  const credentials = createCredentialStore(core.database);
  const workspaces = createWorkspaceStore(core.database);
  const keys = createKeyStore(core.database);
  const webhooks = createWebhookStore(core.database);

  async function userOf({ uid }: SignedIn): Promise<User> {
    const user = await users.byId(uid);
    if (user === null) throw refused("unauthorized");
    return user;
  }

  /** A password where there is one; otherwise the address, typed soon after a sign-in. */
  async function confirmDeletion({ person, password, email, address }: Deletion): Promise<void> {
    const user = await userOf(person);
    if (user.passwordHash !== null) return identity.confirm({ person, password, address });
    if (email !== user.email) throw refused("not_own_address");
    const here = (await identity.sessions(person)).find((session) => session.current);
    if (here === undefined || core.clock.now() - here.createdAt > accountLimits.freshSignInMs)
      throw refused("sign_in_stale");
  }

  return {
    async of(person: SignedIn): Promise<Account> {
      const user = await userOf(person);
      const workspaceId = ownWorkspaceOf(person.uid);
      return {
        ...personOf(person),
        createdAt: user.createdAt,
        hasPassword: user.passwordHash !== null,
        hasGoogle: user.googleSubject !== null,
        hasPlans: core.settings.plans,
        hasKeys: (await keys.ofWorkspace(workspaceId)).length > 0,
        hasWebhooks: (await webhooks.ownedBy(workspaceId)).length > 0,
        holdings: await store.holdingsOf(workspaceId),
      };
    },

    /**
     * Stops what is being sent, waits a while for mails under way, then ends the account in one commit and clears
     * away all that was kept with it: the person and their own workspace, wherever their session works. What they did
     * in another's workspace stays there. @throws {Refusal} invalid_credentials, rate_limited, forbidden, or conflict
     * while others work in theirs.
     */
    async remove(deletion: Deletion): Promise<void> {
      await confirmDeletion(deletion);
      const { uid: userId } = deletion.person;
      const workspaceId = ownWorkspaceOf(userId);
      refuseShared(await workspaces.othersIn({ workspaceId, userId }));
      const now = core.clock.now();
      const accounts = await store.stopSending({ workspaceId, now });
      await atMost(accountLimits.drainMs, Promise.all(accounts.map(restartLane)));
      const permitted = parts.permissions.returning(await credentials.ownedBy(workspaceId));
      const jobs = [restJob(core, workspaceId), ...permitted];
      identity.sessionsEnded(await store.close({ workspaceId, userId, jobs, allow: refuseShared }));
      parts.jobs.wake();
      await clearAway(workspaceId);
    },

    /** Looks at a deleted account once more; after a crash in the middle, all of it is there to be cleared away. */
    removals: {
      async run({ payload, signal }) {
        await clearAway(restOf.parse(payload).workspaceId, signal);
      },
    } satisfies JobHandler,
  };

  async function clearAway(workspaceId: WorkspaceId, signal?: AbortSignal): Promise<void> {
    const countMax = accountLimits.removeBatch;
    while ((await store.removeSome({ workspaceId, countMax })) > 0) {
      signal?.throwIfAborted();
      await yieldToOthers();
    }
    await store.removeRest(workspaceId);
    await removeFiles();
  }
}

const restOf = z.object({ workspaceId: z.string() });

/**
 * A job of the installation, since the account's own are deleted; and later, since a request from before may still
 * write something.
 */
function restJob(core: Core, workspaceId: WorkspaceId): NewJob {
  const payload: z.infer<typeof restOf> = { workspaceId };
  const dueAt = core.clock.now() + accountLimits.secondLookMs;
  return newJob(core, { kind: "accountRemoval", key: `accountRemoval:${workspaceId}`, payload, dueAt });
}

/** What several people work on does not vanish because one of them leaves. @throws {Refusal} conflict. */
function refuseShared(otherCount: number): void {
  if (otherCount > 0) throw refused("workspace_shared");
}
