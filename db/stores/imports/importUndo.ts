import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database, Statements } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import { unforeseen } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { keepingDenials } from "../leads/denials.ts";
import { addingToCount } from "../leads/leads.ts";
import { wroteText } from "./wroteText.ts";

/** What of an import is to be taken back. */
export type UndoJob = {
  importId: string;
  workspaceId: WorkspaceId;
  idPrefix: string;
  collectionId: string | null;
  madeCollection: boolean;
};
type Part = { countMax: number; now: number };
/** How many were taken back, how long nobody else could write for it, and whether somebody may wait for that. */
type UndoneRows = { count: number; heldMs: number; isAwaited: boolean };

export type ImportUndoStore = ReturnType<typeof createImportUndoStore>;

/**
 * Takes an import back, a part at a time, newest first; each part in one transaction, so that it can stop anywhere
 * and go on later. Suppressions stay: nobody is opted in again. Consents are as they were before.
 */
export function createImportUndoStore(database: Database) {
  const { read, tables } = database;
  const { leads, leadNotes, importChanges, collections, memberships } = tables;
  return {
    /** Deletes some of the leads that it added. What campaigns recorded of them stays. */
    async removeAdded(job: UndoJob, { countMax }: Part): Promise<UndoneRows> {
      const some = await read
        .select({ id: leads.id })
        .from(leads)
        .where(addedBy(tables, job, `${job.idPrefix}ffffffffffff`))
        .orderBy(asc(leads.id))
        .limit(unforeseen(tables, countMax));
      const last = some.at(-1)?.id;
      if (last === undefined) return nothing;
      const gone = addedBy(tables, job, last);
      const kept = { workspaceId: job.workspaceId, which: gone };
      // The yes that goes with the import takes no earlier no back.
      const others = { ...kept, which: and(gone, sql`not ${saidBy(tables, job)}`) };
      const held = await timed(database, (write) => ({
        lifted: keepingDenials(write, tables, others).lifted,
        denied: keepingDenials(write, tables, kept).denied,
        counted: addingToCount(write, tables, {
          workspaceId: job.workspaceId,
          added: sql<number>`-${write.select({ count: count() }).from(leads).where(gone)}`,
        }),
        left: write.delete(memberships).where(memberOf(tables, job, last)),
        // Before their leads: those of a lead that was deleted already stay, as it may be brought back with them.
        notes: write.delete(leadNotes).where(notesOf(write, tables, { job, last, gone })),
        removed: write.delete(leads).where(gone),
      }));
      return { count: some.length, ...held };
    },

    /** Gives some of the leads that it changed back what they had, unless edited since. */
    async restoreChanged(job: UndoJob, { countMax, now }: Part): Promise<UndoneRows> {
      const ofJob = changedBy(tables, job);
      const some = await read
        .select({ position: importChanges.position, leadId: importChanges.leadId })
        .from(importChanges)
        .where(ofJob)
        .orderBy(asc(importChanges.position))
        .limit(unforeseen(tables, countMax));
      const last = some.at(-1)?.position;
      if (last === undefined) return nothing;
      const these = and(ofJob, lte(importChanges.position, last));
      const deletions = await deletionsOf(database, { job, ids: some.map(({ leadId }) => leadId) });
      const places = [{ leads }, ...(deletions.length === 0 ? [] : [amongDeleted(tables, deletions)])];
      const held = await timed(database, (write) => ({
        unsaid: places.map((place) => unsaying(write, tables, { job, these, now, ...place })),
        restored: places.map((place) => restoring(write, tables, { job, these, now, ...place })),
        handedOn: handingOn(write, tables, { job, these }),
        left: leaving(write, tables, { job, these, deletions }),
        forgotten: write.delete(importChanges).where(these),
      }));
      return { count: some.length, ...held };
    },

    /** Removes the collection that it made, if nobody is in it. */
    async removeCollection(
      job: Pick<UndoJob, "workspaceId" | "collectionId" | "madeCollection">,
    ): Promise<void> {
      if (!job.madeCollection || job.collectionId === null) return;
      const members = read.select({ one: sql`1` }).from(memberships).where(inCollection(tables, job));
      await database.atomically((write) => ({
        removed: write
          .delete(collections)
          .where(
            and(
              eq(collections.id, job.collectionId ?? ""),
              eq(collections.workspaceId, job.workspaceId),
              sql`not ${exists(members)}`,
            ),
          ),
      }));
    },
  };
}

function memberOf({ memberships }: Tables, { workspaceId, idPrefix }: UndoJob, lastId: string) {
  const { leadId } = memberships;
  return and(eq(memberships.workspaceId, workspaceId), gt(leadId, idPrefix), lte(leadId, lastId));
}

function notesOf(
  write: Builder,
  { leads, leadNotes }: Tables,
  { job, last, gone }: { job: UndoJob; last: string; gone: SQL | undefined },
) {
  const { workspaceId, leadId } = leadNotes;
  const theirs = write.select({ id: leads.id }).from(leads).where(gone);
  return and(
    eq(workspaceId, job.workspaceId),
    gt(leadId, job.idPrefix),
    lte(leadId, last),
    inArray(leadId, theirs),
  );
}

/** Whether it was the import that said a lead's consent. */
function saidBy({ leads }: Tables, { importId }: UndoJob): SQL {
  return sql`coalesce(${leads.consentHow} = 'by_import' and ${leads.consentBy} = ${importId}, false)`;
}

function changedBy({ importChanges }: Tables, { workspaceId, importId }: UndoJob): SQL | undefined {
  return and(eq(importChanges.workspaceId, workspaceId), eq(importChanges.importId, importId));
}

function inCollection(
  { memberships }: Tables,
  { workspaceId, collectionId }: Pick<UndoJob, "workspaceId" | "collectionId">,
): SQL | undefined {
  return and(eq(memberships.workspaceId, workspaceId), eq(memberships.collectionId, collectionId ?? ""));
}

const nothing: UndoneRows = { count: 0, heldMs: 0, isAwaited: true };

/** Runs them in one transaction and answers how long it took from its begin on: the wait for it holds up nobody. */
async function timed(
  database: Database,
  build: (write: Builder) => Statements,
): Promise<Omit<UndoneRows, "count">> {
  let begunAt = 0;
  await database.atomically((write) => {
    begunAt = performance.now();
    return build(write);
  });
  return { heldMs: performance.now() - begunAt, isAwaited: database.beside?.isAwaited() ?? true };
}

/**
 * Nothing but this import's leads lies in this range: their position takes twelve digits of sixteen values. With a
 * second upper bound SQLite would look through all that are left each time.
 */
function addedBy({ leads }: Tables, { workspaceId, idPrefix }: UndoJob, lastId: string): SQL | undefined {
  return and(eq(leads.workspaceId, workspaceId), gt(leads.id, idPrefix), lte(leads.id, lastId));
}

type Place = { leads: Tables["leads"]; only?: SQL };
type Restoring = Place & { job: UndoJob; these: SQL | undefined; now: number };

/** The deletions, which may still be undone, that some leads went with. */
async function deletionsOf(
  { read, tables }: Database,
  { job, ids }: { job: UndoJob; ids: readonly string[] },
): Promise<string[]> {
  const { deletedLeads } = tables;
  const rows = await read
    .selectDistinct({ id: deletedLeads.deletionId })
    .from(deletedLeads)
    .where(and(eq(deletedLeads.workspaceId, job.workspaceId), isListed(tables, deletedLeads.id, ids)));
  return rows.map(({ id }) => id);
}

/** Leads that were deleted since: what comes back with them is what they had before the import, too. */
function amongDeleted(tables: Tables, deletions: readonly string[]): Place {
  const { deletedLeads } = tables;
  // It has all the columns that are given back. Named, its rows are found by their key, which begins with the deletion.
  const leads = deletedLeads as unknown as Tables["leads"];
  return { leads, only: isListed(tables, deletedLeads.deletionId, deletions) };
}

/**
 * What the import said of consents, where nobody has said anything since. A yes of another file that was itself taken back
 * is not given back, where that handed nothing on: nobody stands behind it any more, so the no stays.
 */
function unsaying(
  write: Builder,
  { imports, importChanges }: Tables,
  { job, these, now, leads, only }: Restoring,
) {
  const { consent, consentAt, consentHow, consentBy } = importChanges;
  const takenBack = write
    .select({ one: sql`1` })
    .from(imports)
    .where(
      and(
        eq(imports.workspaceId, job.workspaceId),
        eq(imports.id, consentBy),
        inArray(imports.state, ["undoing", "undone"]),
      ),
    );
  return write
    .update(leads)
    .set({
      consent: sql`${consent}`,
      consentAt: sql`${consentAt}`,
      consentHow: sql`${consentHow}`,
      consentBy: sql`${consentBy}`,
      updatedAt: now,
    })
    .from(importChanges)
    .where(
      and(
        these,
        only,
        isNotNull(consent),
        or(ne(consent, "granted"), notExists(takenBack)),
        eq(leads.id, importChanges.leadId),
        eq(leads.workspaceId, job.workspaceId),
        eq(leads.consentHow, "by_import"),
        eq(leads.consentBy, job.importId),
      ),
    );
}

function restoring(write: Builder, { importChanges }: Tables, { job, these, now, leads, only }: Restoring) {
  const asItIs = wroteText([leads.firstName, leads.lastName, leads.phone, leads.email]);
  const { firstName, lastName, phone, searchText, fields, wroteFields } = importChanges;
  return write
    .update(leads)
    .set({
      firstName: sql`${firstName}`,
      lastName: sql`${lastName}`,
      phone: sql`${phone}`,
      searchText: sql`${searchText}`,
      fields: sql`case when ${wroteFields} is null then ${leads.fields} else ${fields} end`,
      updatedAt: now,
    })
    .from(importChanges)
    .where(
      and(
        these,
        only,
        eq(leads.id, importChanges.leadId),
        eq(leads.workspaceId, job.workspaceId),
        sql`${importChanges.wrote} = ${asItIs}`,
        sql`(${wroteFields} is null or ${wroteFields} = ${leads.fields})`,
      ),
    );
}

/**
 * What a later import kept of a lead as this one had left it is what the lead was before both: otherwise undoing that one
 * too would bring back what this one wrote.
 */
function handingOn(write: Builder, tables: Tables, { job, these }: { job: UndoJob; these: SQL | undefined }) {
  const { imports, importChanges } = tables;
  const { leadId, importId, firstName, lastName, phone, fields, wroteFields } = importChanges;
  const mine = write.select().from(importChanges).where(these).as("mine");
  const startedAt = (id: string | typeof importId) =>
    write
      .select({ at: imports.startedAt })
      .from(imports)
      .where(and(eq(imports.workspaceId, job.workspaceId), eq(imports.id, id)));
  const isLater = and(
    eq(importChanges.workspaceId, job.workspaceId),
    eq(leadId, mine.leadId),
    ne(importId, job.importId),
    sql`(${startedAt(importId)}) >= (${startedAt(job.importId)})`,
  );
  // Whatever the e-mail is, which no import changes.
  const names = wroteText([firstName, lastName, phone, sql`''`]);
  const { consentHow, consentBy } = importChanges;
  return [
    write
      .update(importChanges)
      .set({
        firstName: sql`${mine.firstName}`,
        lastName: sql`${mine.lastName}`,
        phone: sql`${mine.phone}`,
        searchText: sql`${mine.searchText}`,
        fields: sql`case when ${mine.wroteFields} is null then ${fields} else ${mine.fields} end`,
        // What only this one wrote is from now on for the later one to take back.
        wroteFields: sql`coalesce(${wroteFields}, ${mine.wroteFields})`,
      })
      .from(mine)
      .where(
        and(
          isLater,
          sql`substr(${mine.wrote}, 1, length(${names})) = ${names}`,
          sql`(${mine.wroteFields} is null or ${mine.wroteFields} = ${fields})`,
        ),
      ),
    write
      .update(importChanges)
      .set({
        consent: sql`${mine.consent}`,
        consentAt: sql`${mine.consentAt}`,
        consentHow: sql`${mine.consentHow}`,
        consentBy: sql`${mine.consentBy}`,
      })
      .from(mine)
      .where(and(isLater, isNotNull(mine.consent), eq(consentHow, "by_import"), eq(consentBy, job.importId))),
  ];
}

type Leaving = { job: UndoJob; these: SQL | undefined; deletions: readonly string[] };

/** Out of the collection go those who were not in it before. */
function leaving(write: Builder, tables: Tables, { job, these, deletions }: Leaving) {
  const { memberships, deletedMemberships, importChanges } = tables;
  const joined = write
    .select({ id: importChanges.leadId })
    .from(importChanges)
    .where(and(these, eq(importChanges.joined, true)));
  const { deletionId, workspaceId, collectionId, leadId } = deletedMemberships;
  const ofDeleted = and(
    isListed(tables, deletionId, deletions),
    eq(workspaceId, job.workspaceId),
    eq(collectionId, job.collectionId ?? ""),
    inArray(leadId, joined),
  );
  return [
    write.delete(memberships).where(and(inCollection(tables, job), inArray(memberships.leadId, joined))),
    ...(deletions.length === 0 ? [] : [write.delete(deletedMemberships).where(ofDeleted)]),
  ];
}
