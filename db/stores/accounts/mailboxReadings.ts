import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { ReadingState } from "../../../contract/sending/reading.ts";
import type { Builder, Database } from "../../database.ts";
import { databaseNow } from "../../databaseTime.ts";
import type { Tables } from "../../tables.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

export type ReadingRow = Tables["mailboxReadings"]["$inferSelect"];

type Key = { workspaceId: WorkspaceId; id: string };

/** The lease of the process that reads an account's mailbox; writes under an earlier lease, or from before a change, are refused. */
export type ReadingTicket = { workspaceId: WorkspaceId; credentialId: string; lease: number };

/** The server and the user of a mailbox, as a person entered them. */
export type NewReading = Pick<ReadingRow, "host" | "port" | "security" | "user" | "secret" | "readFrom">;

/** How far a mailbox was read. */
type ReadingProgress = Partial<Pick<ReadingRow, "uidValidity" | "lastUid" | "lookedAt">>;

export type MailboxReadingStore = ReturnType<typeof createMailboxReadingStore>;

/** Which mailboxes are read, how far, and by which process. Waits use the database's time, as leases do. */
export function createMailboxReadingStore(database: Database) {
  return { ...owning(database), ...permitting(database), ...leasing(database), ...telling(database) };
}

function owning(database: Database) {
  const { read, atomically, tables } = database;
  const { mailboxReadings, credentials } = tables;
  return {
    async readingsOf(workspaceId: WorkspaceId): Promise<ReadingRow[]> {
      return read
        .select()
        .from(mailboxReadings)
        .where(eq(mailboxReadings.workspaceId, workspaceId))
        .orderBy(asc(mailboxReadings.credentialId));
    },

    /** The accounts whose mailbox is read, or will be again without a person having to act. */
    async readAccountsOf(workspaceId: WorkspaceId): Promise<Set<string>> {
      const rows = await read
        .select({ id: mailboxReadings.credentialId })
        .from(mailboxReadings)
        .where(and(eq(mailboxReadings.workspaceId, workspaceId), ne(mailboxReadings.state, "stopped")));
      return new Set(rows.map(({ id }) => id));
    },

    async one(key: Key): Promise<ReadingRow | null> {
      const [row] = await read.select().from(mailboxReadings).where(owned(tables, key));
      return row ?? null;
    },

    /**
     * Turns reading on, or changes its sign-in; reading continues at the same position if it is the same mailbox.
     * @throws {Refusal} not_found if the account was removed.
     */
    async turnOn(
      { workspaceId, id }: Key,
      fields: NewReading,
      { now, isSameMailbox }: TurnedOn,
    ): Promise<void> {
      const begun = {
        ...fields,
        state: "waiting" as const,
        reason: null,
        since: now,
        failures: 0,
        nextTryAt: 0,
      };
      const { readFrom, ...changed } = begun;
      const anew = { readFrom, uidValidity: null, lastUid: null, lookedAt: null };
      await atomically(
        (write) => ({
          account: write
            .select({ id: credentials.id })
            .from(credentials)
            .where(and(eq(credentials.id, id), eq(credentials.workspaceId, workspaceId))),
          saved: write
            .insert(mailboxReadings)
            .values({ ...begun, credentialId: id, workspaceId })
            .onConflictDoUpdate({
              target: mailboxReadings.credentialId,
              set: { ...changed, ...(isSameMailbox ? {} : anew), ...freed(tables) },
            }),
        }),
        ({ account }) => {
          if (account.length === 0) throw refused("account_not_found");
        },
      );
    },

    /** Turns reading off and deletes both the sign-in and the position. */
    async turnOff(key: Key): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .delete(mailboxReadings)
          .where(owned(tables, key))
          .returning({ id: mailboxReadings.credentialId }),
      }));
      return removed.length === 1;
    },

    /** The account's sign-in may have changed, so reading is tried again at once. */
    async tryAgain(key: Key, now: number): Promise<void> {
      await atomically((write) => ({
        again: write
          .update(mailboxReadings)
          .set({ state: "waiting", reason: null, since: now, failures: 0, nextTryAt: 0, ...freed(tables) })
          .where(owned(tables, key)),
      }));
    },
  };
}

/** For readers, which work for all workspaces. */
function permitting({ read, atomically, tables }: Database) {
  const { mailboxReadings } = tables;
  return {
    async byAccount(credentialId: string): Promise<ReadingRow | null> {
      const [row] = await read
        .select()
        .from(mailboxReadings)
        .where(eq(mailboxReadings.credentialId, credentialId));
      return row ?? null;
    },

    /** Replaces a permission with a renewed one; false if it was replaced by somebody else in the meantime. */
    async renewSecret(key: Key, { from, to }: { from: string; to: string }): Promise<boolean> {
      const { changed } = await atomically((write) => ({
        changed: write
          .update(mailboxReadings)
          .set({ secret: to })
          .where(and(owned(tables, key), eq(mailboxReadings.secret, from)))
          .returning({ id: mailboxReadings.credentialId }),
      }));
      return changed.length === 1;
    },
  };
}

type TurnedOn = { now: number; isSameMailbox: boolean };
type Holding = { holder: string; leaseMs: number };

function leasing({ read, atomically, tables }: Database) {
  const { mailboxReadings } = tables;
  const now = databaseNow(tables);
  const isOn = ne(mailboxReadings.state, "stopped");
  return {
    /** Whether there is anything to read at all, now or later. */
    async isAnyOn(): Promise<boolean> {
      const rows = await read.select({ one: sql`1` }).from(mailboxReadings).where(isOn).limit(1);
      return rows.length > 0;
    },

    /** Mailboxes that are due and not being read, the longest due first. */
    async ready({ leaseMs, restMsMax, countMax }: Ready): Promise<Omit<ReadingTicket, "lease">[]> {
      return read
        .select({ workspaceId: mailboxReadings.workspaceId, credentialId: mailboxReadings.credentialId })
        .from(mailboxReadings)
        .where(
          and(
            isOn,
            isFree(tables, { now, leaseMs }),
            // A time farther ahead than the longest wait was written while the clock was wrong.
            or(
              lte(mailboxReadings.nextTryAt, now),
              gt(mailboxReadings.nextTryAt, sql`${now} + ${restMsMax}`),
            ),
          ),
        )
        .orderBy(asc(mailboxReadings.nextTryAt), asc(mailboxReadings.credentialId))
        .limit(countMax);
    },

    /** Takes the lease; null if another process has it, or reading was turned off. */
    async take(
      { workspaceId, credentialId }: Omit<ReadingTicket, "lease">,
      { holder, leaseMs }: Holding,
    ): Promise<ReadingRow | null> {
      const { taken } = await atomically((write) => ({
        taken: write
          .update(mailboxReadings)
          .set({ ...freed(tables), holder, leaseUntil: sql`${now} + ${leaseMs}` })
          .where(
            and(owned(tables, { workspaceId, id: credentialId }), isOn, isFree(tables, { now, leaseMs })),
          )
          .returning(),
      }));
      return taken[0] ?? null;
    },

    /** Renews leases, and returns those that the process still holds. */
    async renew(
      { holder, leaseMs }: Holding,
      credentialIds: readonly string[],
    ): Promise<Omit<ReadingTicket, "workspaceId">[]> {
      const { renewed } = await atomically((write) => ({
        renewed: write
          .update(mailboxReadings)
          .set({ leaseUntil: sql`${now} + ${leaseMs}` })
          .where(
            and(
              eq(mailboxReadings.holder, holder),
              inArray(mailboxReadings.credentialId, [...credentialIds]),
            ),
          )
          .returning({ credentialId: mailboxReadings.credentialId, lease: mailboxReadings.lease }),
      }));
      return renewed;
    },
  };
}

type Ready = { leaseMs: number; restMsMax: number; countMax: number };
type Ended = { state: ReadingState; reason: Reason | null; failures: number; waitMs: number; now: number };

function telling({ atomically, tables }: Database) {
  const { mailboxReadings } = tables;
  const dbNow = databaseNow(tables);
  const isThere = (write: Builder, ticket: ReadingTicket) =>
    write.select({ one: sql`1` }).from(mailboxReadings).where(isHeldBy(tables, ticket));
  return {
    /** False, and nothing is written, if the lease was lost, or reading was changed or turned off. */
    async progress(ticket: ReadingTicket, fields: ReadingProgress): Promise<boolean> {
      const { written } = await atomically((write) => ({
        written: write
          .update(mailboxReadings)
          .set(fields)
          .where(isHeldBy(tables, ticket))
          .returning({ id: mailboxReadings.credentialId }),
      }));
      return written.length === 1;
    },

    /** It is read from now on. */
    async begin(ticket: ReadingTicket, now: number): Promise<boolean> {
      const { written } = await atomically((write) => ({
        since: write
          .update(mailboxReadings)
          .set({ since: now })
          .where(and(isHeldBy(tables, ticket), ne(mailboxReadings.state, "reading"))),
        written: write
          .update(mailboxReadings)
          .set({ state: "reading", reason: null })
          .where(isHeldBy(tables, ticket))
          .returning({ id: mailboxReadings.credentialId }),
      }));
      return written.length === 1;
    },

    /** Releases the lease, to be read again after a while, or once a person has acted. `job` is written if the lease was still held. */
    async end(
      ticket: ReadingTicket,
      { waitMs, now, ...ended }: Ended,
      job: NewJob | null = null,
    ): Promise<boolean> {
      const nextTryAt = sql`${dbNow} + ${waitMs}`;
      const { written } = await atomically((write) => ({
        job: enqueueing(write, tables, job, exists(isThere(write, ticket))),
        since: write
          .update(mailboxReadings)
          .set({ since: now })
          .where(and(isHeldBy(tables, ticket), ne(mailboxReadings.state, ended.state))),
        written: write
          .update(mailboxReadings)
          .set({ ...ended, nextTryAt, holder: null, leaseUntil: null })
          .where(isHeldBy(tables, ticket))
          .returning({ id: mailboxReadings.credentialId }),
      }));
      return written.length === 1;
    },

    /** Releases all leases of a process that ends, so that others can take them at once. */
    async leave(holder: string, credentialIds: readonly string[]): Promise<void> {
      await atomically((write) => ({
        left: write
          .update(mailboxReadings)
          .set({ holder: null, leaseUntil: null })
          .where(
            and(
              eq(mailboxReadings.holder, holder),
              inArray(mailboxReadings.credentialId, [...credentialIds]),
            ),
          ),
      }));
    },
  };
}

function owned({ mailboxReadings }: Tables, { workspaceId, id }: Key): SQL | undefined {
  return and(eq(mailboxReadings.credentialId, id), eq(mailboxReadings.workspaceId, workspaceId));
}

function isHeldBy(tables: Tables, { workspaceId, credentialId, lease }: ReadingTicket): SQL | undefined {
  const { mailboxReadings } = tables;
  return and(
    owned(tables, { workspaceId, id: credentialId }),
    eq(mailboxReadings.lease, lease),
    isNotNull(mailboxReadings.holder),
  );
}

/** Leases that are free, have expired, or end too far in the future because the clock was wrong. */
function isFree(
  { mailboxReadings }: Tables,
  { now, leaseMs }: { now: SQL<number>; leaseMs: number },
): SQL | undefined {
  const { leaseUntil } = mailboxReadings;
  return or(isNull(leaseUntil), lte(leaseUntil, now), gt(leaseUntil, sql`${now} + ${2 * leaseMs}`));
}

/** Ends a lease; its last holder notices with its next write. */
function freed({ mailboxReadings }: Tables) {
  return { holder: null, leaseUntil: null, lease: sql`${mailboxReadings.lease} + 1` };
}
