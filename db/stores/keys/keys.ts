import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { KeyScope } from "../../../contract/identity/keys.ts";
import type { MemberRole, WorkspaceId } from "../../../contract/identity/scope.ts";
import { keyLimits } from "../../../contract/limits/identity.ts";
import type { Status } from "../../../contract/plans.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import type { Listening, SessionOwner } from "../identity/sessions.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

type Lists = {
  scopes: KeyScope[];
  collections: string[] | null;
  accounts: string[] | null;
  addresses: string[] | null;
};
export type KeyRow = Omit<Database["tables"]["apiKeys"]["$inferSelect"], keyof Lists> & Lists;

/** A key with whoever made it, what they are where it works, and the status of that workspace's owner. */
export type OpenKey = { key: KeyRow; owner: SessionOwner; memberRole: MemberRole; status: Status };
export type ListedKey = KeyRow & { firstName: string | null; lastName: string | null };

/** API keys. A revoked key is kept for a while, since the request log names it, but opens nothing. */
export function createKeyStore(database: Database) {
  const { read, atomically, tables } = database;
  const { apiKeys, users } = tables;
  return {
    ...changing({ atomically, tables }),
    /** Null for one that nobody has, or whose person is no member any more of the workspace where it works. */
    withOwner: remembering(database),

    /** Those of a workspace that are not revoked, the newest first. */
    async ofWorkspace(workspaceId: WorkspaceId): Promise<ListedKey[]> {
      const rows = await read
        .select({ key: apiKeys, firstName: users.firstName, lastName: users.lastName })
        .from(apiKeys)
        .leftJoin(users, eq(users.id, apiKeys.userId))
        .where(and(eq(apiKeys.workspaceId, workspaceId), isNull(apiKeys.revokedAt)))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
      return rows.map(({ key, ...names }) => ({ ...(key as KeyRow), ...names }));
    },

    /** The names of all, the revoked ones too, by id. */
    async namesOf(workspaceId: WorkspaceId): Promise<Map<string, string>> {
      const rows = await read
        .select({ id: apiKeys.id, name: apiKeys.name })
        .from(apiKeys)
        .where(eq(apiKeys.workspaceId, workspaceId));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** What each of these is and of whom, of those that still work where they listen; a few hundred at a time. */
    async among(listening: readonly Listening[], now: number): Promise<OpenKey[]> {
      const ids = listening.map(({ sessionId }) => sessionId);
      if (ids.length === 0) return [];
      const rows = await openKeys(read, tables).where(
        and(inArray(apiKeys.id, ids), isNull(apiKeys.revokedAt), isUnexpired(tables, now)),
      );
      return rows as OpenKey[];
    },
  };
}

function isUnexpired({ apiKeys }: Tables, now: number) {
  return or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now));
}

function changing({ atomically, tables }: Pick<Database, "atomically" | "tables">) {
  const { apiKeys } = tables;
  const id = { id: apiKeys.id };
  return {
    /** With the job that tells of it. `allow` sees how many there are with it, and undoes both by throwing. */
    async add(
      { row, notice }: { row: KeyRow; notice: NewJob | null },
      allow: (count: number) => void,
    ): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(apiKeys).values(row),
          told: enqueueing(write, tables, notice),
          there: write
            .select({ count: sql<number>`cast(count(*) as integer)` })
            .from(apiKeys)
            .where(
              and(
                eq(apiKeys.workspaceId, row.workspaceId),
                isNull(apiKeys.revokedAt),
                isUnexpired(tables, row.createdAt),
              ),
            ),
        }),
        ({ there }) => allow(there[0]?.count ?? 0),
      );
    },

    /** False where there is none, or it was revoked before. */
    async revoke(of: { workspaceId: WorkspaceId; id: string; now: number }): Promise<boolean> {
      const { revoked } = await atomically((write) => ({
        revoked: write
          .update(apiKeys)
          .set({ revokedAt: of.now })
          .where(
            and(eq(apiKeys.id, of.id), eq(apiKeys.workspaceId, of.workspaceId), isNull(apiKeys.revokedAt)),
          )
          .returning(id),
      }));
      return revoked.length === 1;
    },

    async touch(of: { id: string; workspaceId: WorkspaceId; at: number; address: string }): Promise<void> {
      await atomically((write) => ({
        changed: write
          .update(apiKeys)
          .set({ lastUsedAt: of.at, lastAddress: of.address })
          .where(and(eq(apiKeys.id, of.id), eq(apiKeys.workspaceId, of.workspaceId)))
          .returning(id),
      }));
    },

    /** Throws away what was revoked before then. */
    async forgetRevoked(before: number): Promise<void> {
      await atomically((write) => ({
        gone: write.delete(apiKeys).where(lt(apiKeys.revokedAt, before)),
      }));
    },
  };
}

/** Every call by a key asks for it: whose it is is remembered for as long as nothing at all has been written. */
function remembering({ ask, state }: Database) {
  const remembered = new Map<string, OpenKey>();
  let rememberedAt: string | null = null;
  return async (hash: string): Promise<OpenKey | null> => {
    const before = state();
    if (before !== rememberedAt) remembered.clear();
    rememberedAt = before;
    const known = remembered.get(hash);
    if (known !== undefined) return known;
    const [row] = (await ask(bound(keyWithOwner, { hash }))) as OpenKey[];
    if (row !== undefined && before !== null && before === state()) {
      if (remembered.size >= keyLimits.remembered) remembered.clear();
      remembered.set(hash, row);
    }
    return row ?? null;
  };
}

/** Its SQL is built once. */
function keyWithOwner(read: Builder, tables: Tables) {
  return openKeys(read, tables).where(eq(tables.apiKeys.hash, sql.placeholder("hash")));
}

function openKeys(read: Builder, tables: Tables) {
  const { users, apiKeys, workspaceMembers } = tables;
  const { id, email, firstName, lastName, status, role } = users;
  const ofOwner = read
    .select({ status })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, apiKeys.workspaceId), eq(workspaceMembers.role, "owner")));
  return read
    .select({
      key: apiKeys,
      owner: { id, email, firstName, lastName, status, role },
      memberRole: workspaceMembers.role,
      status: sql<Status>`${ofOwner}`,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, apiKeys.workspaceId), eq(workspaceMembers.userId, apiKeys.userId)),
    );
}
