import { and, asc, eq, gt, inArray, isNotNull, lte, type SQLWrapper, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent } from "../../../contract/leads/consent.ts";
import type { StoredFields } from "../../../contract/leads/customFields.ts";
import { type Builder, bound, type Database, following } from "../../database.ts";
import { isAmong, isAmongFirst } from "../../lockedRows.ts";
import type { Tables } from "../../tables.ts";
import { isBounced } from "../inbound/bouncedAddresses.ts";
import type { LeaseTicket } from "../sending/leaseTicket.ts";
import { afterNoting, type NumberedNote, noting, shortenJournal } from "../sending/mailJournal.ts";
import type { CampaignRow } from "./campaigns.ts";
import { type Settlement, settling } from "./ledgerSettling.ts";
import { mayGo } from "./mayGo.ts";

export type DeliveryRow = Database["tables"]["deliveries"]["$inferSelect"];

/** A delivery that a lane may send, and nobody else. `reasonCode` is null unless it had been put off. */
export type ClaimedDelivery = Pick<
  DeliveryRow,
  "id" | "leadId" | "email" | "attempts" | "firstTriedAt" | "reasonCode"
>;

/** What the mail of a delivery is made from; `lead` is null once that was deleted, and of what is no campaign's. */
export type MailedDelivery = Pick<DeliveryRow, "id" | "email" | "thread"> & {
  /** Of a transactional mail alone. */
  mail?: AskedMail;
  lead: { firstName: string; lastName: string; phone: string; fields: StoredFields; consent: Consent } | null;
};

/** A claimed delivery that may still go out by all its campaign says, with what is known of its lead at this moment. */
export type LookedAt = MailedDelivery & {
  lead: (NonNullable<MailedDelivery["lead"]> & { email: string; optout: boolean }) | null;
  /** By the address that its lead has now; of a transactional mail by its own, for its kind or for every one. */
  isSuppressed: boolean;
  /** Mails to that address came back. */
  isBounced: boolean;
} & Pick<CampaignRow, "window" | "zone" | "spread">;

/** A delivery in the state "sending", and the account of its campaign. */
export type UnderWay = Pick<DeliveryRow, "id" | "leadId" | "campaignId" | "workspaceId"> & {
  credentialId: string;
};

/** What a transactional mail is made from, beside its call. */
export type AskedMail = {
  kind: string;
  /** The kind that its address takes none of: its own, or every one. */
  suppressedKind: string | null;
  name: string;
  /** Null once they were deleted. */
  sealedValues: string | null;
  expiresAt: number;
};

/** Claimed deliveries, and their account. */
export type Looking = { credentialId: string; ids: readonly string[] };

/** The same, with the note for the account's journal that they begin, written in the same statement under this lease. */
export type Beginning = { ticket: LeaseTicket; ids: readonly string[]; said: NumberedNote };

/** The note of a commit for an account's journal, under this lease. */
type Journaling = { ticket: LeaseTicket; noteOf(claimed: readonly { id: string }[]): NumberedNote };

type Claim = {
  campaignId: string;
  credentialId: string;
  workspaceId: WorkspaceId;
  countMax: number;
  now: number;
  bucketAt: number;
};

/**
 * The hot path of sending: claims and outcomes, a handful of statements for every few hundred mails. Their SQL is built
 * once, because building it took three times as long as running it.
 */
export function sending(database: Database) {
  return {
    /** Changes with every commit; null if the database cannot tell. See `Database.state`. */
    state: () => database.state(),

    /** All deliveries in the state "sending", of every campaign. */
    async underWay(): Promise<UnderWay[]> {
      return database.ask(bound(readAllUnderWay, {}));
    },

    /**
     * Writes the outcomes of earlier mails and claims up to `countMax` more, in one commit. The mails that it returns are
     * marked as being sent and counted against the account's budget before any of them is sent.
     */
    async settleAndClaim(
      settled: readonly Settlement[],
      claim: Claim | null,
      journal: Journaling | null = null,
    ): Promise<ClaimedDelivery[]> {
      const outcomes = settling(settled);
      if (claim === null && outcomes.length === 0) return [];
      const noted = journal && {
        noted: noting(journal.ticket, ({ taken = [] }: { taken?: readonly { id: string }[] }) =>
          journal.noteOf(taken),
        ),
      };
      if (claim === null) {
        await database.atomically(() => ({ outcomes, ...noted }));
        return [];
      }
      const { taken } = await database.atomically(() => ({
        // First, so that a mail which goes back to the queue and is claimed again at once ends up as being sent.
        outcomes,
        taken: bound(takeDue, claim),
        booked: following(book, ({ taken }: { taken: readonly unknown[] }) => ({
          ...claim,
          count: taken.length,
        })),
        ...noted,
      }));
      return taken;
    },

    /**
     * Those of an account's claimed deliveries that may still be sent, because their campaigns run with this account. Once a
     * pause or cancel was acknowledged, nothing more may be sent, whichever process acknowledged it.
     */
    async lookAt({ credentialId, ids }: Looking): Promise<LookedAt[]> {
      return database.ask(bound(readMayGo, { credentialId, ids: JSON.stringify(ids) }));
    },

    /** The same, and records that these begin; none if the lease was lost. */
    async begin({ ticket, ids, said }: Beginning): Promise<LookedAt[]> {
      return database.ask(bound(readAndBegin, { ...ticket, ...said, ids: JSON.stringify(ids) }));
    },

    shortenJournal: (ticket: LeaseTicket, whole: NumberedNote) => shortenJournal(database, { ticket, whole }),
  };
}

const value = sql.placeholder;

/** A campaign's mails that wait to be sent. */
const waits = ({ deliveries }: Tables) => inArray(deliveries.state, ["deferred", "queued"]);

/** Mails in a state that may be sent now, the longest due first. */
function due(builder: Builder, tables: Tables, state: "deferred" | "queued") {
  const { deliveries, campaigns } = tables;
  // Checked again within the claim: once a pause or cancel was acknowledged nothing more may be sent, and an account must
  // not send what was moved to another one.
  const isRunning = builder
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.id, value("campaignId")),
        eq(campaigns.credentialId, value("credentialId")),
        eq(campaigns.state, "running"),
      ),
    );
  return builder
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.campaignId, value("campaignId")),
        eq(deliveries.state, state),
        lte(deliveries.dueAt, value("now")),
        isAmong(deliveries.campaignId, isRunning, { tables, as: "kept" }),
      ),
    )
    .orderBy(asc(deliveries.dueAt));
}

/** Counts the claimed mails, before any of them is sent. */
function book(builder: Builder, { usage }: Tables) {
  return builder
    .insert(usage)
    .values({
      credentialId: value("credentialId"),
      bucketAt: value("bucketAt"),
      count: value("count"),
      workspaceId: value("workspaceId"),
    })
    .onConflictDoUpdate({
      target: [usage.credentialId, usage.bucketAt],
      set: { count: sql`${usage.count} + excluded.count` },
    });
}

/** Deferred mails first. */
function takeDue(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  const dueFirst = [due(builder, tables, "deferred"), due(builder, tables, "queued")];
  const { id, leadId, email, attempts, firstTriedAt, reasonCode } = deliveries;
  return (
    builder
      .update(deliveries)
      .set({
        state: "sending",
        attempts: sql`${deliveries.attempts} + 1`,
        firstTriedAt: sql`coalesce(${deliveries.firstTriedAt}, ${value("now")})`,
      })
      // The row itself is checked too: another sender may have claimed it since the query found it.
      .where(
        and(isAmongFirst(deliveries.id, dueFirst, value("countMax"), { tables, as: "taken" }), waits(tables)),
      )
      .returning({ id, leadId, email, attempts, firstTriedAt, reasonCode })
  );
}

/** The cross join keeps SQLite at these deliveries; led by their campaign it would read all of its mails on their way. */
function readMayGo(builder: Builder, tables: Tables, credentialId: SQLWrapper = value("credentialId")) {
  const { deliveries, campaigns, leads, suppressions, bouncedAddresses } = tables;
  const { firstName, lastName, phone, email, optout, fields, consent } = leads;
  const isSuppressed = sql<boolean>`${isNotNull(suppressions.emailHash)}`.mapWith(Boolean);
  return builder
    .select({
      id: deliveries.id,
      email: deliveries.email,
      thread: deliveries.thread,
      window: campaigns.window,
      zone: campaigns.zone,
      spread: campaigns.spread,
      lead: { firstName, lastName, phone, email, optout, fields, consent },
      isSuppressed,
      isBounced: sql<boolean>`${isBounced(tables)}`.mapWith(Boolean),
    })
    .from(deliveries)
    .crossJoin(campaigns)
    .leftJoin(leads, and(eq(leads.id, deliveries.leadId), eq(leads.workspaceId, deliveries.workspaceId)))
    .leftJoin(
      suppressions,
      and(eq(suppressions.emailHash, leads.emailHash), eq(suppressions.workspaceId, deliveries.workspaceId)),
    )
    .leftJoin(
      bouncedAddresses,
      and(
        eq(bouncedAddresses.emailHash, leads.emailHash),
        eq(bouncedAddresses.workspaceId, deliveries.workspaceId),
      ),
    )
    .where(mayGo(tables, credentialId));
}

const readAndBegin = afterNoting(readMayGo);

/** Found by the counts: most campaigns have none, and no index knows the states of all. */
function readAllUnderWay(builder: Builder, { deliveries, campaigns, campaignCounts }: Tables) {
  const { id, leadId, campaignId, workspaceId } = deliveries;
  const { credentialId } = campaigns;
  const withSome = builder
    .select({ id: campaignCounts.campaignId })
    .from(campaignCounts)
    .where(gt(campaignCounts.sending, 0));
  return builder
    .select({ id, leadId, campaignId, workspaceId, credentialId })
    .from(deliveries)
    .innerJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
    .where(and(inArray(deliveries.campaignId, withSome), eq(deliveries.state, "sending")));
}
