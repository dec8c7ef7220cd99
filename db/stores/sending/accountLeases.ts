import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  notInArray,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { reason } from "../../../contract/reasons.ts";
import { type Builder, bound, type Database, following } from "../../database.ts";
import { databaseNow, transactionNow } from "../../databaseTime.ts";
import { isFile } from "../../isFile.ts";
import { isListed } from "../../json/jsonSql.ts";
import { isAmong } from "../../lockedRows.ts";
import type { Tables } from "../../tables.ts";
import { reasonColumns } from "../campaigns/deliveryReason.ts";
import { countingInterrupted } from "../campaigns/settledDays.ts";
import type { LeaseTicket } from "./leaseTicket.ts";
import { inheriting, type MailNote, type NumberedNote, openIn } from "./mailJournal.ts";

/** With what the account's last holder noted, and which of its mails are on their way by what the ledger says, too. */
export type TakenLease = LeaseTicket & { notes: NumberedNote[]; underWay: string[] };

type Account = { credentialId: string; workspaceId: WorkspaceId };
type Holding = { holder: string; leaseMs: number };

export type AccountLeaseStore = ReturnType<typeof createAccountLeaseStore>;

/** Who sends through which account. Its times are the database's. */
export function createAccountLeaseStore(database: Database) {
  return { ...taking(database), ...leaving(database), ...looking(database) };
}

const notFree = new Error("the account has a holder");

function taking({ tables, atomically }: Database) {
  const { accountLeases } = tables;
  const now = databaseNow(tables);
  const held = (holder: string) => eq(accountLeases.holder, holder);

  return {
    /**
     * Takes an account that nobody has, or whose holder was silent for too long; where this process is `alone` whoever
     * has it. What an earlier holder had claimed and not settled is uncertain from this commit on, but for mails of which
     * its journal tells more, which whoever takes it settles. Null where somebody else has it.
     */
    async take(account: Account & Holding & { isAlone: boolean }): Promise<TakenLease | null> {
      const { credentialId, workspaceId, holder, leaseMs, isAlone } = account;
      const leaseUntil = sql`${now} + ${leaseMs}`;
      // Over before this transaction saw anything: so it sees all that was noted while the lease was not. An account that
      // this very holder has, and does not know of, is one whose taking was not answered.
      const isFree = isAlone
        ? sql`true`
        : or(
            isNull(accountLeases.holder),
            eq(accountLeases.holder, holder),
            lte(accountLeases.leaseUntil, transactionNow(tables)),
          );
      const noted = ({ inherited: rows = [] }: { inherited?: Inherited }) => ({
        credentialId,
        ids: JSON.stringify([...openIn(numbered(rows).map(({ note }) => note)).keys()]),
      });
      try {
        const {
          taken,
          inherited = [],
          underWay,
        } = await atomically(
          (write) => ({
            taken: write
              .insert(accountLeases)
              .values({ credentialId, workspaceId, holder, lease: 1, leaseUntil })
              .onConflictDoUpdate({
                target: accountLeases.credentialId,
                set: { holder, leaseUntil, lease: sql`${accountLeases.lease} + 1`, waiting: null },
                ...(isFree === undefined ? {} : { setWhere: isFree }),
              })
              .returning({ lease: accountLeases.lease }),
            ...(isFile(tables) ? {} : inheriting(write, tables, credentialId)),
            underWay: following(readUnderWay, noted),
            counted: following(countInterrupted, noted),
            interrupted: following(interrupt, noted),
          }),
          ({ taken: rows }) => {
            if (rows.length === 0) throw notFree;
          },
        );
        const [row] = taken;
        if (row === undefined) return null;
        const ids = (underWay as { id: string }[]).map(({ id }) => id);
        return { credentialId, lease: row.lease, notes: numbered(inherited), underWay: ids };
      } catch (error) {
        if (error === notFree) return null;
        throw error;
      }
    },

    /** Says that a sender is still there; answers which accounts it still has. */
    async renew({ holder, leaseMs }: Holding): Promise<LeaseTicket[]> {
      const { senders } = tables;
      const leaseUntil = sql`${now} + ${leaseMs}`;
      const { renewed } = await atomically((write) => ({
        sender: write
          .insert(senders)
          .values({ id: holder, leaseUntil })
          .onConflictDoUpdate({ target: senders.id, set: { leaseUntil } }),
        renewed: write
          .update(accountLeases)
          .set({ leaseUntil })
          .where(held(holder))
          .returning({ credentialId: accountLeases.credentialId, lease: accountLeases.lease }),
      }));
      return renewed;
    },
  };
}

function leaving({ tables, atomically }: Database) {
  const { accountLeases, mailJournal, senders, credentials } = tables;
  const now = databaseNow(tables);
  const held = (holder: string) => eq(accountLeases.holder, holder);
  return {
    /** Gives accounts back, so that somebody else has them at once. */
    async giveBack(holder: string, credentialIds: readonly string[]): Promise<void> {
      await atomically((write) => ({
        freed: write
          .update(accountLeases)
          .set({ holder: null, leaseUntil: 0, waiting: null })
          .where(and(held(holder), inArray(accountLeases.credentialId, [...credentialIds]))),
      }));
    },

    /** A sender ends: it has nothing more. */
    async leave(holder: string): Promise<void> {
      await atomically((write) => ({
        freed: write
          .update(accountLeases)
          .set({ holder: null, leaseUntil: 0, waiting: null })
          .where(held(holder)),
        left: write.delete(senders).where(eq(senders.id, holder)),
      }));
    },

    /** Throws away what is left of senders that are gone, and of accounts that are. */
    async forgetGone(): Promise<void> {
      await atomically((write) => ({
        senders: write.delete(senders).where(lte(senders.leaseUntil, now)),
        leases: write
          .delete(accountLeases)
          .where(
            and(
              notInArray(accountLeases.credentialId, write.select({ id: credentials.id }).from(credentials)),
              lte(accountLeases.leaseUntil, now),
            ),
          ),
        journals: write
          .delete(mailJournal)
          .where(
            notInArray(
              mailJournal.credentialId,
              write.select({ id: accountLeases.credentialId }).from(accountLeases),
            ),
          ),
      }));
    },

    /** Writes down why an account's lane does not send just now, for those who answer people elsewhere. */
    async noteWaiting(holder: string, credentialId: string, waiting: unknown): Promise<void> {
      await atomically((write) => ({
        noted: write
          .update(accountLeases)
          .set({ waiting })
          .where(and(held(holder), eq(accountLeases.credentialId, credentialId))),
      }));
    },
  };
}

function looking({ tables, read }: Database) {
  const { accountLeases, senders } = tables;
  const now = databaseNow(tables);
  return {
    /** How many accounts each sender that is there has. */
    async shares(): Promise<Map<string, number>> {
      const rows = await read
        .select({ id: senders.id, count: sql<number>`count(${accountLeases.credentialId})`.mapWith(Number) })
        .from(senders)
        .leftJoin(accountLeases, eq(accountLeases.holder, senders.id))
        .where(gt(senders.leaseUntil, now))
        .groupBy(senders.id);
      return new Map(rows.map(({ id, count }) => [id, count]));
    },

    /** Whether any sender is there at all, as far as the others can know. */
    async hasSender(): Promise<boolean> {
      const [one] = await read
        .select({ id: senders.id })
        .from(senders)
        .where(gt(senders.leaseUntil, now))
        .limit(1);
      return one !== undefined;
    },

    async waitingsOf(credentialIds: readonly string[]): Promise<Map<string, unknown>> {
      const rows = await read
        .select({ id: accountLeases.credentialId, waiting: accountLeases.waiting })
        .from(accountLeases)
        .where(
          and(inArray(accountLeases.credentialId, [...credentialIds]), isNotNull(accountLeases.waiting)),
        );
      return new Map(rows.map(({ id, waiting }) => [id, waiting]));
    },
  };
}

type Inherited = readonly { number: number; note: unknown }[];

function numbered(rows: Inherited): NumberedNote[] {
  const notes = rows.map(({ number, note }) => ({ number, note: note as MailNote }));
  return notes.sort((one, other) => one.number - other.number);
}

/** Of the mails that are noted those that go out through the account, and that nobody has settled. */
function readUnderWay(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(areSending(builder, tables), isListed(tables, deliveries.id, sql.placeholder("ids"))));
}

/** All others are in doubt: nothing is known of them. */
function interrupt(write: Builder, tables: Tables) {
  return write
    .update(tables.deliveries)
    .set({ state: "uncertain", ...reasonColumns(reason("interrupted")) })
    .where(areInterrupted(write, tables));
}

function countInterrupted(write: Builder, tables: Tables) {
  return countingInterrupted(write, tables, { which: areInterrupted(write, tables) });
}

function areInterrupted(builder: Builder, tables: Tables) {
  const isNoted = isListed(tables, tables.deliveries.id, sql.placeholder("ids"));
  return and(areSending(builder, tables), not(isNoted));
}

function areSending(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  const through = sendingThrough(builder, tables, sql.placeholder("credentialId"));
  return and(inArray(deliveries.campaignId, through), eq(deliveries.state, "sending"));
}

/** Campaigns of an account that have mails on their way, found by the counts. */
function sendingThrough(write: Builder, { campaigns, campaignCounts }: Tables, credentialId: Placeholder) {
  return write
    .select({ id: campaigns.id })
    .from(campaigns)
    .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
    .where(and(eq(campaigns.credentialId, credentialId), gt(campaignCounts.sending, 0)));
}

/**
 * Asked within every commit of a lane: whether the account is still its holder's. The lease is locked, so that whoever
 * takes the account over waits for that commit, and sees what it claimed.
 */
export function leaseHeld(ticket: LeaseTicket) {
  return bound(readHeld, ticket);
}

function readHeld(builder: Builder, tables: Tables) {
  const { accountLeases } = tables;
  const { credentialId, lease, holder } = accountLeases;
  const held = builder
    .select({ credentialId })
    .from(accountLeases)
    .where(
      and(
        eq(credentialId, sql.placeholder("credentialId")),
        eq(lease, sql.placeholder("lease")),
        isNotNull(holder),
      ),
    );
  return builder
    .select({ lease })
    .from(accountLeases)
    .where(isAmong(credentialId, held, { tables, as: "kept" }));
}
