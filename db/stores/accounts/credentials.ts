import { and, asc, count, eq, exists, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import { isStill } from "../../isStill.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { adopting, renaming } from "../campaigns/campaignAccounts.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

export type CredentialRow = Database["tables"]["credentials"]["$inferSelect"];
export type NewCredential = Database["tables"]["credentials"]["$inferInsert"];

export type CredentialStore = ReturnType<typeof createCredentialStore>;

export function createCredentialStore(database: Database) {
  const { read, tables } = database;
  const { credentials, mailboxReadings } = tables;
  const owned = ({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }) =>
    and(eq(credentials.id, id), eq(credentials.workspaceId, workspaceId));

  return {
    ...lookingUp(database),
    async ownedBy(workspaceId: WorkspaceId): Promise<CredentialRow[]> {
      return read
        .select()
        .from(credentials)
        .where(eq(credentials.workspaceId, workspaceId))
        .orderBy(asc(credentials.id));
    },

    async one(key: { workspaceId: WorkspaceId; id: string }): Promise<CredentialRow | null> {
      const [row] = await read.select().from(credentials).where(owned(key));
      return row ?? null;
    },

    /** @throws {Refusal} conflict when the owner already has this account, or as many as are allowed. */
    async add(row: NewCredential, countMax: number): Promise<CredentialRow> {
      const { added } = await database.atomically(
        (write) => ({
          added: write.insert(credentials).values(row).onConflictDoNothing().returning(),
          counts: write
            .select({ count: count() })
            .from(credentials)
            .where(eq(credentials.workspaceId, row.workspaceId)),
          ...adopting(write, tables, row),
        }),
        ({ added: inserted, counts: [counted] }) => {
          if (inserted.length === 0) throw refused("account_connected", {}, { field: "appEmail" });
          if ((counted?.count ?? 0) > countMax) throw refused("accounts_too_many", { max: countMax });
        },
      );
      return added[0] as CredentialRow;
    },

    /** Null where it is gone. With `known`, only one that still is as it was read. */
    async change({ known, renamedFrom: from, ...key }: Change, fields: Partial<NewCredential>) {
      const { changed } = await database.atomically((write) => ({
        renamed: renaming(write, tables, { ...key, from, to: fields.appEmail }),
        changed: write
          .update(credentials)
          .set(fields)
          .where(and(owned(key), isStill(credentials, known)))
          .returning(),
      }));
      return changed[0] ?? null;
    },

    /** Removes the account, together with the permission to read its mailbox. `jobs` are written in the same commit if it existed. */
    async remove(
      key: { workspaceId: WorkspaceId; id: string },
      jobs: readonly NewJob[] = [],
    ): Promise<boolean> {
      const isThere = exists(read.select({ id: credentials.id }).from(credentials).where(owned(key)));
      const { removed } = await database.atomically((write) => ({
        jobs: jobs.map((job) => enqueueing(write, tables, job, isThere)),
        reading: write
          .delete(mailboxReadings)
          .where(
            and(eq(mailboxReadings.credentialId, key.id), eq(mailboxReadings.workspaceId, key.workspaceId)),
          ),
        domainChecks: forgettingDomain(write, tables, key),
        removed: write.delete(credentials).where(owned(key)).returning({ id: credentials.id }),
      }));
      return removed.length === 1;
    },
  };
}

type Change = {
  workspaceId: WorkspaceId;
  id: string;
  known?: { [Name in keyof CredentialRow]?: unknown } | undefined;
  /** The address that it had, where it has another now and what it is yet to send goes from that. */
  renamedFrom?: string | undefined;
};

/** The results of checking an account's domain are deleted with it. */
function forgettingDomain(
  write: Builder,
  { domainChecks }: Tables,
  { workspaceId, id }: { workspaceId: WorkspaceId; id: string },
) {
  return write
    .delete(domainChecks)
    .where(and(eq(domainChecks.credentialId, id), eq(domainChecks.workspaceId, workspaceId)));
}

/** For senders, which work for all workspaces. */
function lookingUp(database: Database) {
  const { credentials } = database.tables;
  return {
    /** Pauses the account until a time, or without an end; null resumes it. Answers whose it is; null where it is gone. */
    async setPause(
      id: string,
      pause: { reason: Cause; until: number | null } | null,
    ): Promise<WorkspaceId | null> {
      const { changed } = await database.atomically((write) => ({
        changed: write
          .update(credentials)
          .set({
            paused: pause !== null,
            pausedReason: pause?.reason ?? null,
            pausedUntil: pause?.until ?? null,
          })
          .where(eq(credentials.id, id))
          .returning({ workspaceId: credentials.workspaceId }),
      }));
      return changed[0]?.workspaceId ?? null;
    },

    /** Replaces a secret with a renewed one; false if it was replaced by somebody else in the meantime. */
    async renewSecret({ id, from, to }: { id: string; from: string; to: string }): Promise<boolean> {
      const { changed } = await database.atomically((write) => ({
        changed: write
          .update(credentials)
          .set({ secret: to })
          .where(and(eq(credentials.id, id), eq(credentials.secret, from)))
          .returning({ id: credentials.id }),
      }));
      return changed.length === 1;
    },

    /** Whether any account is connected to this Google account. */
    async isConnected(googleSubject: string): Promise<boolean> {
      const rows = await database.read
        .select({ id: credentials.id })
        .from(credentials)
        .where(eq(credentials.googleSubject, googleSubject))
        .limit(1);
      return rows.length > 0;
    },

    async byId(id: string): Promise<CredentialRow | null> {
      const [row] = await database.ask(bound(readAmong, { ids: JSON.stringify([id]) }));
      return row ?? null;
    },

    async byIds(ids: readonly string[]): Promise<CredentialRow[]> {
      return database.ask(bound(readAmong, { ids: JSON.stringify(ids) }));
    },
  };
}

/** Built once, because it runs every few seconds for all accounts that send. */
function readAmong(builder: Builder, tables: Tables) {
  const { credentials } = tables;
  return builder
    .select()
    .from(credentials)
    .where(isListed(tables, credentials.id, sql.placeholder("ids")));
}
