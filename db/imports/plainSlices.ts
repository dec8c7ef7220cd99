import { and, type Column, eq, gt, lte, type Placeholder, type SQL, sql } from "drizzle-orm";
import { openSqlite } from "#platform/sqlite";
import type { Consent } from "../../contract/leads/consent.ts";
import type { StoredFields } from "../../contract/leads/customFields.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { type Builder, type Database, following } from "../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../json/jsonSql.ts";
import { isAmong } from "../lockedRows.ts";
import { wroteText } from "../stores/imports/wroteText.ts";
import { changesConsent } from "../stores/leads/consents.ts";
import { countingLeads } from "../stores/leads/leads.ts";
import { carrying, optingOut } from "../stores/leads/suppressions.ts";
import { addedAmong, type Known, type Written, writingLeads } from "../stores/leads/writingLeads.ts";
import type { Tables } from "../tables.ts";
import { leadIdAt, type SliceJob, type SliceOutcome, type SliceRange, type Slices } from "./slices.ts";

type Row = {
  position: number;
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  searchText: string;
  emailHash: string;
  formerHash: string | null;
  optout: number;
  fields: string | null;
  consent: Exclude<Consent, "unknown"> | null;
};

type Address = Pick<Row, "email" | "emailHash">;

/** The same as `openSqliteSlices` for a database of any dialect: the staged rows travel to it as JSON. */
export function openPlainSlices(database: Database, stagePath: string): Slices {
  const stage = openSqlite(stagePath, "write");
  const rowsOf = stage.query<Row>(
    "SELECT * FROM staged WHERE position > ? AND position <= ? ORDER BY position",
  );
  const optoutsOf = stage.query<Address>(
    "SELECT email, emailHash FROM optouts WHERE position > ? AND position <= ?",
  );
  return {
    async leaveOut(job, after) {
      stage.exec("CREATE TEMP TABLE newcomers (row INTEGER PRIMARY KEY)");
      try {
        const added = await findNewcomers(database, { stage, rowsOf, job, after });
        const [leads] = await countingLeads(database.read, database.tables, job.workspaceId);
        const room = Math.max(0, job.leadsMax - (leads?.count ?? 0));
        if (added <= room) return { added, leftOut: 0 };
        stage.exec("BEGIN");
        stage.query("INSERT INTO leftOut SELECT row FROM newcomers ORDER BY row LIMIT -1 OFFSET ?").run(room);
        stage.exec(`INSERT OR IGNORE INTO optouts (email, emailHash)
          SELECT email, emailHash FROM staged WHERE optout AND row IN (SELECT row FROM leftOut)`);
        stage.exec("DELETE FROM staged WHERE row IN (SELECT row FROM leftOut)");
        stage.exec("COMMIT");
        return { added: room, leftOut: added - room };
      } finally {
        stage.exec("DROP TABLE newcomers");
      }
    },
    write: (job, range) => writeSlice(database, { job, range, rows: rowsOf.all(range.after, range.upTo) }),
    lastOptout() {
      const [row] = stage.query<{ last: number | null }>("SELECT max(position) AS last FROM optouts").all();
      return row?.last ?? 0;
    },
    optoutAt(count) {
      const few = "SELECT position FROM optouts ORDER BY position LIMIT ?";
      const [row] = stage.query<{ at: number | null }>(`SELECT max(position) AS at FROM (${few})`).all(count);
      return row?.at ?? 0;
    },
    optOut: (job, range) => optOutSlice(database, { job, addresses: optoutsOf.all(range.after, range.upTo) }),
    close: () => stage.close(),
  };
}

const countBatch = 1_000;

type Finding = {
  stage: SqliteClient;
  rowsOf: { all(after: number, upTo: number): Row[] };
  job: SliceJob;
  after: number;
};

/** Puts the rows of addresses that are no leads yet into the table `newcomers`; answers how many there are. */
async function findNewcomers(database: Database, { stage, rowsOf, job, after }: Finding): Promise<number> {
  const { leads } = database.tables;
  const insert = stage.query("INSERT INTO newcomers VALUES (?)");
  let count = 0;
  for (let from = after; !isPast(stage, from); from += countBatch) {
    const rows = rowsOf.all(from, from + countBatch);
    const found = await database.read
      .select({ email: leads.email })
      .from(leads)
      .where(knownLeads(database.tables, job, rows));
    const known = new Set(found.map(({ email }) => email));
    for (const { row } of rows.filter(({ email }) => !known.has(email))) {
      insert.run(row);
      count += 1;
    }
  }
  return count;
}

function isPast(stage: SqliteClient, position: number): boolean {
  const [row] = stage.query<{ last: number | null }>("SELECT max(position) AS last FROM staged").all();
  return position >= (row?.last ?? 0);
}

type Results = { known: readonly Known[]; written: readonly Written[] };
type Slice = { job: SliceJob; range: SliceRange; rows: readonly Row[] };

class Undone extends Error {
  readonly outcome: SliceOutcome;
  constructor(outcome: SliceOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

async function writeSlice(database: Database, slice: Slice): Promise<SliceOutcome> {
  const { tables } = database;
  const { job, range } = slice;
  const { workspaceId, now, existing: ofKnown } = job;
  const rows = slice.rows.map((row) => ({
    ...row,
    id: leadIdAt(job, row.position),
    optout: row.optout === 1,
    fields: row.fields === null ? null : (JSON.parse(row.fields) as StoredFields),
  }));
  const consents = job.consent && ({ ...job.consent, how: "by_import", by: job.importId } as const);
  const startedAt = performance.now();
  try {
    await database.atomically(
      (write) => ({
        ...carryingOn(write, tables, slice),
        keptChanges:
          job.existing === "update" || job.consent !== null ? [keepingChanges(write, tables, slice)] : [],
        ...writingLeads(write, tables, { workspaceId, rows, ofKnown, now, ...(consents && { consents }) }),
        joined: job.collectionId === null ? [] : [joiningLeads(write, tables, slice)],
        settled: following(settle, ({ known, written }: Results) => {
          const left = new Set(rows.filter((row) => row.optout).map((row) => row.email));
          const added = addedAmong(written, rows);
          return {
            ...namesOf(job),
            written: range.upTo,
            added: added.length,
            updated: ofKnown === "update" ? known.length : 0,
            skipped: ofKnown === "skip" ? known.length : 0,
            optedOut: [
              ...added.filter((lead) => lead.optout),
              ...known.filter((lead) => left.has(lead.email) && !lead.optout),
            ].length,
          };
        }),
        leadCounts: countingLeads(write, tables, workspaceId),
      }),
      ({ written, settled, leadCounts }) => {
        if (settled.length === 0) throw new Undone({ kind: "stopped" });
        const leadCount = leadCounts[0]?.count ?? 0;
        const added = addedAmong(written, rows).length;
        if (job.leadsMax !== null && added > 0 && leadCount > job.leadsMax)
          throw new Undone({ kind: "overPlan", leadCount, added });
      },
    );
    return { kind: "written", heldMs: performance.now() - startedAt, isAwaited: true };
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
}

function carryingOn(write: Builder, tables: Tables, { job, rows }: Slice) {
  const pairs = rows.flatMap(({ emailHash, formerHash }) =>
    formerHash === null ? [] : [{ emailHash, formerHash }],
  );
  return carrying(write, tables, { workspaceId: job.workspaceId, pairs });
}

function knownLeads({ leads }: Tables, job: SliceJob, rows: readonly Row[]): SQL | undefined {
  const emails = rows.map((row) => row.email);
  return and(eq(leads.workspaceId, job.workspaceId), isListed({ leads } as Tables, leads.email, emails));
}

/** Leads that this slice added: a known address keeps the id that it had. */
function ofThisSlice({ leads }: Tables, { job, range }: Slice): SQL | undefined {
  return and(
    eq(leads.workspaceId, job.workspaceId),
    gt(leads.id, leadIdAt(job, range.after)),
    lte(leads.id, leadIdAt(job, range.upTo)),
  );
}

/** The slice's rows as a table called `incoming`: see `incomingText`. */
function incoming(tables: Tables, { job, rows }: Slice): SQL {
  const lists = rows.map((row) => [
    leadIdAt(job, row.position),
    row.firstName,
    row.lastName,
    row.email,
    row.phone,
    String(row.position),
    row.fields,
    job.consent && row.consent,
  ]);
  return jsonSqlOf(tables).rows(JSON.stringify(lists));
}

const at = { id: 0, firstName: 1, lastName: 2, email: 3, phone: 4 } as const;
const text = (column: keyof typeof at) => incomingText(at[column]);

/** What a known lead has after the import: a blank cell takes nothing away. */
function kept({ leads }: Tables, column: "lastName" | "phone"): SQL {
  return sql`case when ${text(column)} = '' then ${leads[column]} else ${text(column)} end`;
}

/** Of known leads that are left alone a no is all that is to be taken back; no lead is as the empty text says. */
function keepingChanges(write: Builder, tables: Tables, slice: Slice) {
  const { collections, memberships, leads, importChanges } = tables;
  const isLeftAlone = slice.job.existing === "skip";
  const joins =
    slice.job.collectionId === null || isLeftAlone
      ? sql`false`
      : sql`(exists (select 1 from ${collections} where ${collections.id} = ${slice.job.collectionId}
          and ${collections.workspaceId} = ${slice.job.workspaceId})
        and not exists (select 1 from ${memberships} where ${memberships.collectionId} = ${slice.job.collectionId}
          and ${memberships.leadId} = ${leads.id} and ${memberships.workspaceId} = ${slice.job.workspaceId}))`;
  const [lastName, phone] = [kept(tables, "lastName"), kept(tables, "phone")];
  const names = wroteText([text("firstName"), lastName, phone, text("email")]);
  const { patched, stored } = jsonSqlOf(tables);
  const fieldsAfter = patched(sql`${leads.fields}`, stored(incomingText(6)));
  const said = incomingText(7);
  const consents = changesConsent(tables, { said, mayRegrant: slice.job.consent?.mayRegrant === true });
  const was = (column: Column) => sql`case when ${consents} then ${column} end`;
  const changes = isLeftAlone
    ? sql`${said} = 'denied' and ${consents}`
    : sql`${text("firstName")} <> ${leads.firstName} or ${lastName} <> ${leads.lastName} or ${phone} <> ${leads.phone}
        or (${incomingText(6)} is not null and coalesce(${fieldsAfter} <> ${leads.fields}, true)) or ${consents} or ${joins}`;
  return write.insert(importChanges).select(
    sql`select ${slice.job.importId}, cast(${incomingText(5)} as integer), ${slice.job.workspaceId}, ${leads.id}, ${joins},
      ${leads.firstName}, ${leads.lastName}, ${leads.phone}, ${leads.searchText}, ${isLeftAlone ? sql`''` : names},
      ${leads.fields}, case when ${incomingText(6)} is not null then ${fieldsAfter} end,
      ${was(leads.consent)}, ${was(leads.consentAt)}, ${was(leads.consentHow)}, ${was(leads.consentBy)}
      from ${incoming(tables, slice)} join ${leads} on ${leads.workspaceId} = ${slice.job.workspaceId} and ${leads.email} = ${text("email")}
      where ${changes}`,
  );
}

function joiningLeads(write: Builder, tables: Tables, slice: Slice) {
  const { collections, leads, memberships } = tables;
  const { job, rows } = slice;
  const who = job.existing === "skip" ? ofThisSlice(tables, slice) : knownLeads(tables, job, rows);
  const pairs = write
    .select({ workspaceId: leads.workspaceId, collectionId: collections.id, leadId: leads.id })
    .from(collections)
    .innerJoin(leads, eq(leads.workspaceId, collections.workspaceId))
    .where(
      and(eq(collections.id, job.collectionId ?? ""), eq(collections.workspaceId, job.workspaceId), who),
    );
  return write.insert(memberships).select(pairs).onConflictDoNothing();
}

/** The counters, where the import is still running and nobody else has been given its job. */
function settle(builder: Builder, tables: Tables) {
  const { imports } = tables;
  const more = (column: "added" | "updated" | "skipped" | "optedOut") =>
    sql`${imports[column]} + ${sql.placeholder(column)}`;
  return builder
    .update(imports)
    .set({
      written: sql`${sql.placeholder("written")}`,
      added: more("added"),
      updated: more("updated"),
      skipped: more("skipped"),
      optedOut: more("optedOut"),
    })
    .where(
      isOurs(builder, tables, {
        importId: sql.placeholder("importId"),
        workspaceId: sql.placeholder("workspaceId"),
        jobId: sql.placeholder("jobId"),
        lease: sql.placeholder("lease"),
      }),
    )
    .returning({ id: imports.id });
}

type Named = Pick<SliceJob, "importId" | "workspaceId" | "jobId" | "lease">;

const namesOf = ({ importId, workspaceId, jobId, lease }: Named) => ({ importId, workspaceId, jobId, lease });

/**
 * Locks the job, so that whoever is given it next waits for this commit: they read what it wrote, and do not write it
 * a second time.
 */
function isOurs(
  write: Builder,
  tables: Tables,
  job: Named | { [name in keyof Named]: Placeholder },
): SQL | undefined {
  const { imports, jobs } = tables;
  const held = write
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, job.jobId),
        eq(jobs.workspaceId, job.workspaceId),
        eq(jobs.lease, job.lease),
        eq(jobs.state, "running"),
      ),
    );
  return and(
    eq(imports.id, job.importId),
    eq(imports.workspaceId, job.workspaceId),
    eq(imports.state, "running"),
    isAmong(sql`${job.jobId}`, held, { tables, as: "kept" }),
  );
}

type OptoutSlice = { job: SliceJob; addresses: readonly Address[] };

/** Opts out addresses of rejected rows, and counts them, where the import is still running. */
async function optOutSlice(database: Database, { job, addresses }: OptoutSlice) {
  const { tables } = database;
  const { imports } = tables;
  const { workspaceId, now } = job;
  const stopped = new Error("stopped");
  const startedAt = performance.now();
  try {
    await database.atomically(
      (write) => ({
        settled: write
          .update(imports)
          .set({ rejectedOptouts: sql`${imports.rejectedOptouts} + ${addresses.length}` })
          .where(isOurs(write, tables, job))
          .returning({ id: imports.id }),
        ...optingOut(write, tables, { workspaceId, addresses, source: "owner", now }),
      }),
      ({ settled }) => {
        if (settled.length === 0) throw stopped;
      },
    );
    return { kind: "written", heldMs: performance.now() - startedAt, isAwaited: true } as const;
  } catch (error) {
    if (error === stopped) return { kind: "stopped" } as const;
    throw error;
  }
}
