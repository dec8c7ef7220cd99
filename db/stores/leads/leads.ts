import { and, count, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { FieldPatch, StoredFields } from "../../../contract/leads/customFields.ts";
import type { Builder, Database, Statement } from "../../database.ts";
import { isStill } from "../../isStill.ts";
import { areStill, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import { isUniqueViolation } from "../../uniqueViolation.ts";
import { redirecting } from "../campaigns/currentAddress.ts";
import { type CollectionRow, countingCollections, joiningAll } from "./collections.ts";
import { type SaidConsent, sayingConsent } from "./consents.ts";
import { keepingDenials, recallingDenials } from "./denials.ts";
import { forgettingGone } from "./goneLeads.ts";
import { type LeadFields, type LeadRow, searchTextOf } from "./searchText.ts";
import { readingSuppressed, suppressing } from "./suppressions.ts";
import { writingLeads } from "./writingLeads.ts";

export { type LeadFields, type LeadRow, searchTextOf };

type LeadKey = { workspaceId: WorkspaceId; id: string };

/** The collections that a lead is to be in. Those that the owner lacks are created from `fresh`. */
export type Joining = { fresh: readonly CollectionRow[]; allow: (collectionCount: number) => void };

type NewLead = LeadFields & {
  id: string;
  workspaceId: WorkspaceId;
  emailHash: string;
  optout: boolean;
  fields: StoredFields;
  /** Its consent; null if nobody said anything. */
  said: Omit<SaidConsent, "now"> | null;
  now: number;
  collections: Joining;
  /** Is given the number of leads including this one, and undoes the addition by throwing. Null without a limit. */
  allow: ((leadCount: number) => void) | null;
};

type LeadChange = LeadFields & {
  /** The lead as it was read. The change is refused if it has changed since. */
  before: LeadRow;
  /** Whether another name or phone counts too, and not its address and its opt-out alone. */
  isRead?: boolean;
  /** Values that count too, by their fields, as they were read; null is none. */
  fieldsRead?: FieldPatch;
  emailHash: string;
  /** Undefined leaves it unchanged. */
  optout: boolean | undefined;
  /** Null leaves its values unchanged. */
  fields: FieldPatch | null;
  /** Its consent; null leaves it unchanged. */
  said: Omit<SaidConsent, "now"> | null;
  now: number;
  collections: Joining;
};

/** Single leads. A suppressed address is opted out within the same statement, whatever the caller says. */
export function createLeadStore(database: Database) {
  const { read, tables } = database;
  const { leads } = tables;
  return {
    ...adding(database),
    ...changing(database),
    ...removing(database),

    async one(key: LeadKey): Promise<LeadRow | null> {
      const [row] = await read.select().from(leads).where(owned(tables, key));
      return row ?? null;
    },

    async countOf(workspaceId: WorkspaceId): Promise<number> {
      const [row] = await countingLeads(read, tables, workspaceId);
      return row?.count ?? 0;
    },

    /** How many of these addresses the owner has already. Pass at most a few thousand. */
    async countAmong(workspaceId: WorkspaceId, emails: readonly string[]): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), isListed(tables, leads.email, emails)));
      return row?.count ?? 0;
    },
  };
}

function adding(database: Database) {
  const { tables } = database;
  const { leads } = tables;
  return {
    /** Null if the owner already has a lead with this address. */
    async add(lead: NewLead): Promise<LeadRow | null> {
      const { workspaceId, id, email, now, collections } = lead;
      const taken = new Error("address taken");
      try {
        const { added } = await database.atomically(
          (write) => ({
            ...writingLeads(write, tables, { workspaceId, rows: [lead], ofKnown: "keep", now }),
            consented: sayingOf(write, tables, { workspaceId, id }, lead),
            added: write.select().from(leads).where(owned(tables, { workspaceId, id })),
            collectionsBefore: countingCollections(write, tables, workspaceId),
            joined: joiningAll(write, tables, {
              ...collections,
              workspaceId,
              emailsByName: everyName(collections, email),
            }),
            leadCounts: countingLeads(write, tables, workspaceId),
            collectionsAfter: countingCollections(write, tables, workspaceId),
          }),
          (results) => {
            if (results.added.length === 0) throw taken;
            lead.allow?.(results.leadCounts[0]?.count ?? 0);
            allowCollections(collections, results);
          },
        );
        return added[0] ?? null;
      } catch (error) {
        if (error === taken) return null;
        throw error;
      }
    },
  };
}

function changing(database: Database) {
  const { tables } = database;
  const { leads, memberships } = tables;
  return {
    /**
     * Returns "suppressed" if only the recipient can undo the opt-out, and "denied" if only they can agree to being
     * counted.
     * @see LeadChange
     */
    async change(change: LeadChange): Promise<LeadRow | Undone["reason"] | "taken"> {
      const { before, emailHash, collections } = change;
      const { workspaceId, id } = before;
      const isMoved = change.email !== before.email;
      const lifts = change.optout === false && !isMoved;
      try {
        const { updated, recalled } = await database.atomically(
          (write) => ({
            collectionsBefore: countingCollections(write, tables, workspaceId),
            // A no stays with its address, and also goes with the lead.
            kept: isMoved
              ? [keepingDenials(write, tables, { workspaceId, which: eq(leads.id, id) }).denied]
              : [],
            // First, because if the change comes to nothing, undoing it also undoes this, and the answer would contain it.
            consented: sayingOf(write, tables, before, change),
            updated: write
              .update(leads)
              .set(changedFields(write, tables, change))
              .where(unchanged(tables, change))
              .returning(),
            redirected: isMoved ? [redirecting(write, tables, { workspaceId, id, email: change.email })] : [],
            recalled: recallingDenials(write, tables, { workspaceId, ids: isMoved ? [id] : [] }).returning(),
            left: write
              .delete(memberships)
              .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.leadId, id))),
            joined: joiningAll(write, tables, {
              ...collections,
              workspaceId,
              emailsByName: everyName(collections, change.email),
            }),
            suppressed: suppressionChange(write, tables, change),
            stillSuppressed: readingSuppressed(write, tables, { workspaceId, emailHashes: [emailHash] }),
            collectionsAfter: countingCollections(write, tables, workspaceId),
          }),
          (results) => {
            const [lead] = results.updated;
            if (lead === undefined) throw new Undone("changedMeanwhile");
            if (lifts && results.stillSuppressed.length > 0) throw new Undone("suppressed");
            if (change.said !== null && lead.consent !== change.said.consent) throw new Undone("denied");
            allowCollections(collections, results);
          },
        );
        return (recalled[0] ?? updated[0]) as LeadRow;
      } catch (error) {
        if (error instanceof Undone) return error.reason;
        if (isUniqueViolation(error)) return "taken";
        throw error;
      }
    },
  };
}

function removing(database: Database) {
  const { read, tables } = database;
  const { leads, memberships } = tables;
  return {
    /** A suppression stays when its lead is removed. False if there is no such lead. */
    async remove(key: LeadKey): Promise<boolean> {
      const mine = read.select({ count: count() }).from(leads).where(owned(tables, key));
      const { removed } = await database.atomically((write) => ({
        ...keepingDenials(write, tables, { workspaceId: key.workspaceId, which: eq(leads.id, key.id) }),
        counted: addingToCount(write, tables, {
          workspaceId: key.workspaceId,
          added: sql<number>`-${mine}`,
        }),
        left: write
          .delete(memberships)
          .where(
            and(
              eq(memberships.workspaceId, key.workspaceId),
              inArray(
                memberships.leadId,
                write.select({ id: leads.id }).from(leads).where(owned(tables, key)),
              ),
            ),
          ),
        removed: write.delete(leads).where(owned(tables, key)).returning({ id: leads.id }),
        gone: forgettingGone(write, tables, { workspaceId: key.workspaceId, ids: [key.id] }),
      }));
      return removed.length === 1;
    },
  };
}

/** Undoes a change from within its transaction and says why. */
class Undone extends Error {
  readonly reason: "changedMeanwhile" | "suppressed" | "denied";
  constructor(reason: Undone["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The statement that reads how many leads an owner has, for a page and for the `allow` of a store that adds some. */
export function countingLeads(write: Builder, { leadCounts }: Database["tables"], workspaceId: WorkspaceId) {
  return write
    .select({ count: leadCounts.count })
    .from(leadCounts)
    .where(eq(leadCounts.workspaceId, workspaceId));
}

/** The statement that keeps the count correct. It goes with each one that adds or removes leads. */
export function addingToCount(
  write: Builder,
  { leadCounts }: Database["tables"],
  { workspaceId, added }: { workspaceId: WorkspaceId; added: SQL<number> },
) {
  return write
    .insert(leadCounts)
    .values({ workspaceId, count: added })
    .onConflictDoUpdate({
      target: leadCounts.workspaceId,
      set: { count: sql`${leadCounts.count} + excluded.count` },
    });
}

/** The statement that records one lead's consent, if any was given. */
function sayingOf(
  write: Builder,
  tables: Database["tables"],
  key: LeadKey,
  { said, now }: Pick<LeadChange, "said" | "now">,
): Statement[] {
  if (said === null) return [];
  const which = eq(tables.leads.id, key.id);
  return [sayingConsent(write, tables, { ...said, workspaceId: key.workspaceId, which, now })];
}

function owned({ leads }: Database["tables"], { workspaceId, id }: LeadKey) {
  return and(eq(leads.id, id), eq(leads.workspaceId, workspaceId));
}

function unchanged(tables: Database["tables"], { before, isRead, fieldsRead = {} }: LeadChange) {
  const { leads } = tables;
  const { email, optout, firstName, lastName, phone } = before;
  return and(
    owned(tables, before),
    isStill(leads, { email, optout, ...(isRead ? { firstName, lastName, phone } : {}) }),
    areStill(tables, leads.fields, fieldsRead),
  );
}

function changedFields(write: Builder, tables: Database["tables"], change: LeadChange) {
  const { before, firstName, lastName, email, phone, now } = change;
  const wanted = change.optout ?? before.optout;
  // A change of the whole lead contains the opt-out of its old address, so a "no" there lifts nothing at a new address.
  const isMoved = email !== before.email;
  const optout =
    isMoved && !wanted ? isSuppressed(write, tables, { ...change, workspaceId: before.workspaceId }) : wanted;
  const searchText = searchTextOf(change);
  const { emailHash } = change;
  const fields = change.fields === null ? {} : { fields: patchedFields(tables, change.fields) };
  return { firstName, lastName, email, phone, searchText, emailHash, optout, updatedAt: now, ...fields };
}

/** In the database, so that concurrent changes of other fields are kept. */
function patchedFields(tables: Database["tables"], patch: FieldPatch): SQL {
  const json = jsonSqlOf(tables);
  return json.patched(sql`${tables.leads.fields}`, json.stored(sql`${JSON.stringify(patch)}`));
}

/** An opted-out lead always has a suppression, so that deleting and importing it again changes nothing. */
function suppressionChange(write: Builder, tables: Database["tables"], change: LeadChange): Statement[] {
  const { suppressions } = tables;
  const { before, emailHash, now } = change;
  const { workspaceId } = before;
  if (change.optout ?? before.optout) {
    // Somebody who corrects the name of a lead that unsubscribed has not opted it out.
    const onlyMissing = before.optout && change.email === before.email;
    const what = { workspaceId, emailHashes: [emailHash], source: "owner", now, onlyMissing } as const;
    return [suppressing(write, tables, what)];
  }
  if (change.optout === undefined || change.email !== before.email) return [];
  return [
    write
      .delete(suppressions)
      .where(
        and(
          eq(suppressions.workspaceId, workspaceId),
          eq(suppressions.emailHash, emailHash),
          eq(suppressions.source, "owner"),
        ),
      ),
  ];
}

function isSuppressed(
  write: Builder,
  { suppressions }: Database["tables"],
  { workspaceId, emailHash }: { workspaceId: WorkspaceId; emailHash: string },
): SQL<boolean> {
  const found = write
    .select({ one: sql`1` })
    .from(suppressions)
    .where(and(eq(suppressions.workspaceId, workspaceId), eq(suppressions.emailHash, emailHash)));
  return exists(found) as SQL<boolean>;
}

/** A single lead is put into each of its collections. */
function everyName({ fresh }: Joining, email: string): Map<string, string[]> {
  return new Map(fresh.map(({ name }) => [name, [email]]));
}

/** The limit applies only to adding a collection: naming existing ones is always allowed. */
export function allowCollections(
  { allow }: Pick<Joining, "allow">,
  {
    collectionsBefore: [before],
    collectionsAfter: [after],
  }: Record<"collectionsBefore" | "collectionsAfter", { count: number }[]>,
): void {
  const countAfter = after?.count ?? 0;
  if (countAfter > (before?.count ?? 0)) allow(countAfter);
}
