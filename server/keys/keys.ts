import { createHash, randomBytes } from "node:crypto";
import { keyPrefix } from "../../contract/identity/keys.ts";
import type { PlannedScope, UserId, WorkspaceId } from "../../contract/identity/scope.ts";
import { keyLimits, sessionLimits } from "../../contract/limits/identity.ts";
import type { Role } from "../../contract/plans.ts";
import { refused } from "../../contract/refused.ts";
import type { ApiKey, KeyInput, NewApiKey } from "../../contract/schemas/keys.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { Listening } from "../../db/stores/identity/sessions.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import { createKeyStore, type KeyRow, type ListedKey, type OpenKey } from "../../db/stores/keys/keys.ts";
import { createCollectionStore } from "../../db/stores/leads/collections.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { mayUseApi } from "../core/planAllowance.ts";
import { isWithin, normalRanges } from "./addressRanges.ts";
import { createRefusedKeys } from "./refusedKeys.ts";

/** How whoever a key acts for is told that it was made; null where this installation has no account for such mail. */
export type KeyNotice = {
  jobFor(made: Pick<KeyRow, "userId" | "name" | "lastFour">): NewJob | null;
  written(): void;
};

type Presented = { key: string; address: string };
type Owner = { workspaceId: WorkspaceId; userId: UserId };

export type Keys = ReturnType<typeof createKeys>;

/** What programs call with in a person's place: no password, no session, less than all, and an end that is theirs alone. */
export function createKeys(core: Core, notice: KeyNotice) {
  const { clock } = core;
  const store = createKeyStore(core.database);
  const noteRefused = createRefusedKeys(core);
  const listeners: ((ids: string[]) => void)[] = [];
  const mayListen = ({ owner, status }: OpenKey) => mayUseApi(core, { status, role: owner.role });
  const ended = (ids: string[]) => {
    if (ids.length > 0) for (const listener of listeners) listener(ids);
  };
  return {
    ...making(core, { store, notice }),
    onEnded: (listener: (ids: string[]) => void): void => void listeners.push(listener),

    /** @throws {Refusal} invalid_credentials or forbidden: never anybody else in its place. */
    async callerOf({ key: secret, address }: Presented): Promise<Caller> {
      const found = await store.withOwner(hashOf(secret));
      const why =
        found === null ? refused("key_unknown") : refusalOf(found.key, { now: clock.now(), address });
      if (found === null || why !== null) {
        const refusal = why ?? refused("key_unknown");
        await noteRefused({ key: secret, address, code: refusal.reason.code, known: found?.key ?? null });
        throw refusal;
      }
      touch(core, store, { key: found.key, address });
      return callerIn(found);
    },

    /**
     * Whoever's plan had the API before may still look at the keys and revoke them: they work again with the next that has it.
     * @throws {Refusal} forbidden where the plan has no API, and there never was a key.
     */
    async refuseWithoutAny({ workspaceId, status }: PlannedScope, role: Role): Promise<void> {
      if (mayUseApi(core, { status, role })) return;
      if ((await store.namesOf(workspaceId)).size === 0) throw refused("plan_without_api");
    },

    async list({ workspaceId }: Pick<Owner, "workspaceId">): Promise<ApiKey[]> {
      return (await store.ofWorkspace(workspaceId)).map((row) => keyAnswer(row, clock.now()));
    },

    /** @throws {Refusal} not_found. */
    async revoke(of: { workspaceId: WorkspaceId; id: string }): Promise<void> {
      if (!(await store.revoke({ ...of, now: clock.now() }))) throw refused("key_not_found");
      ended([of.id]);
    },

    /** Says of keys that they are over where they listen: revoked, expired, of a plan without the API, or of nobody. */
    async notice(listening: readonly Listening[]): Promise<void> {
      for (let start = 0; start < listening.length; start += sessionLimits.checkBatch) {
        const batch = listening.slice(start, start + sessionLimits.checkBatch);
        const open = await store.among(batch, clock.now());
        const alive = new Set(open.filter(mayListen).map(({ key }) => key.id));
        ended(batch.map(({ sessionId }) => sessionId).filter((id) => !alive.has(id)));
      }
    },

    forgetOld: () => store.forgetRevoked(clock.now() - keyLimits.revokedMs),
  };
}

type Making = { store: ReturnType<typeof createKeyStore>; notice: KeyNotice };

function making(core: Core, { store, notice }: Making) {
  const collections = createCollectionStore(core.database);
  const credentials = createCredentialStore(core.database);

  /** @throws {Refusal} not_found for what is not this workspace's. */
  async function refuseForeign(workspaceId: WorkspaceId, input: KeyInput): Promise<void> {
    const known = async (ids: readonly string[] | null | undefined, all: () => Promise<{ id: string }[]>) => {
      if (!ids?.length) return true;
      const there = new Set((await all()).map(({ id }) => id));
      return ids.every((id) => there.has(id));
    };
    if (!(await known(input.collections, () => collections.ownedBy(workspaceId))))
      throw refused("collection_not_found");
    if (!(await known(input.accounts, () => credentials.ownedBy(workspaceId))))
      throw refused("account_not_found");
  }

  return {
    /**
     * The one time that the key itself is told. @throws {Refusal} bad_request, not_found, or conflict where there are as
     * many as may be.
     */
    async add({ workspaceId, userId }: Owner, input: KeyInput): Promise<NewApiKey> {
      const now = core.clock.now();
      const addresses = input.addresses?.length ? normalRanges(input.addresses) : null;
      refuseOver(input.expiresAt ?? null, now);
      await refuseForeign(workspaceId, input);
      const key = keyPrefix + randomBytes(keyLimits.secretBytes).toString("base64url");
      const row: KeyRow = {
        id: core.newId(),
        workspaceId,
        userId,
        name: input.name,
        scopes: input.scopes,
        hash: hashOf(key),
        lastFour: key.slice(-4),
        addresses,
        createdAt: now,
        collections: input.collections ?? null,
        accounts: input.accounts ?? null,
        expiresAt: input.expiresAt ?? null,
        lastUsedAt: null,
        lastAddress: null,
        revokedAt: null,
      };
      const max = keyLimits.perWorkspace;
      await store.add({ row, notice: notice.jobFor(row) }, (count) => {
        if (count > max) throw refused("keys_too_many", { max });
      });
      notice.written();
      const [listed] = (await store.ofWorkspace(workspaceId)).filter(({ id }) => id === row.id);
      return { ...keyAnswer(listed ?? { ...row, firstName: null, lastName: null }, now), key };
    },
  };
}

/** @throws {Refusal} bad_request for a key that would be over before it was ever used. */
export function refuseOver(expiresAt: number | null, now: number): void {
  if (expiresAt !== null && expiresAt <= now) throw refused("key_expiry_past", {}, { field: "expiresAt" });
}

/** What the database knows of a key: a copy of it calls nothing. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

function refusalOf(key: KeyRow, { now, address }: { now: number; address: string }) {
  if (key.revokedAt !== null) return refused("key_revoked");
  if (key.expiresAt !== null && key.expiresAt <= now) return refused("key_expired");
  if (key.addresses !== null && !isWithin(address, key.addresses))
    return refused("key_address_refused", { address });
  return null;
}

/** Whoever made the key, in the workspace where it works, with the plan as it is at this moment. */
function callerIn({ key, owner, memberRole, status }: OpenKey): Caller {
  const { id: uid, ...person } = owner;
  const { workspaceId, collections, accounts } = key;
  const isBounded = collections !== null || accounts !== null;
  const scope = {
    workspaceId,
    userId: uid,
    role: memberRole,
    status,
    ...(isBounded ? { only: { keyId: key.id, collections, accounts } } : {}),
    ...(key.scopes.includes("send") ? {} : { maySend: false as const }),
  };
  return { uid, ...person, sessionId: key.id, scope, key: { id: key.id, scopes: key.scopes } };
}

/** Not awaited: a call must not wait for, or fail by, a note of when its key was last used. */
function touch(core: Core, store: ReturnType<typeof createKeyStore>, used: { key: KeyRow; address: string }) {
  const { key, address } = used;
  const at = core.clock.now();
  if (key.lastUsedAt !== null && Math.abs(at - key.lastUsedAt) < keyLimits.touchEveryMs) return;
  const { id, workspaceId } = key;
  store
    .touch({ id, workspaceId, at, address })
    .catch((error) => core.log.warn("When a key was last used could not be noted", { key: id, error }));
}

function keyAnswer(row: ListedKey, now: number): ApiKey {
  const names = [row.firstName, row.lastName].filter(Boolean).join(" ");
  return {
    _id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    scopes: row.scopes,
    collections: row.collections,
    accounts: row.accounts,
    addresses: row.addresses,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    lastAddress: row.lastAddress,
    createdAt: row.createdAt,
    createdBy: names || null,
    isExpired: row.expiresAt !== null && row.expiresAt <= now,
  };
}
