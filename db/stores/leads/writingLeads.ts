import { and, eq, exists, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent, ConsentHow } from "../../../contract/leads/consent.ts";
import type { StoredFields } from "../../../contract/leads/customFields.ts";
import { type Builder, following } from "../../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { sayingRows } from "./consents.ts";
import { recallingDenials } from "./denials.ts";
import { type LeadFields, type LeadRow, searchTextOf } from "./searchText.ts";
import { suppressing } from "./suppressions.ts";

/** A valid lead, with the id that it gets if its address is new. */
export type JudgedLead = LeadFields & {
  id: string;
  emailHash: string;
  /** What its source says; a suppressed address is opted out in any case. */
  optout: boolean;
  /** Values of custom fields by the fields' ids. Missing ones change nothing. */
  fields?: StoredFields;
  /** The consent in the list. A yes never replaces a no unless the batch says so. */
  consent?: Exclude<Consent, "unknown"> | null;
};

/**
 * What happens to an address that is a lead already. "keep": nothing. "skip": nothing, unless it is to be opted out.
 * "update": it takes over values that are not blank. An opted-out lead stays opted out.
 */
type OfKnown = "keep" | "skip" | "update";

export type LeadsToWrite = {
  workspaceId: WorkspaceId;
  /** Each address at most once. */
  rows: readonly JudgedLead[];
  ofKnown: OfKnown;
  now: number;
  /** How the rows' consents were given; missing if rows contain none. */
  consents?: { how: ConsentHow; by: string; mayRegrant: boolean };
};

export type Known = { id: string; email: string; lastName: string; phone: string; optout: boolean };
export type Written = { id: string; optout: boolean };

/**
 * The only way in which validated leads are written, one or many: the statements for an `atomically`. `known` are leads
 * that existed before, `written` those that were added or changed.
 */
export function writingLeads(write: Builder, tables: Tables, batch: LeadsToWrite) {
  const { leads } = tables;
  const { workspaceId, rows, ofKnown, now } = batch;
  const { id, email, lastName, phone, optout } = leads;
  const emails = rows.map((row) => row.email);
  return {
    known: write
      .select({ id, email, lastName, phone, optout })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), isListed(tables, email, emails))),
    // Searches must go on finding what known leads keep, and only JavaScript can lower-case every script.
    written: following(upserts[ofKnown], ({ known }: { known: readonly Known[] }) => ({
      workspaceId,
      now,
      rows: JSON.stringify(incoming(rows, known)),
    })),
    // Before what is said now, which leaves a no alone.
    recalled: recallingDenials(write, tables, { workspaceId, ids: rows.map((row) => row.id) }),
    said:
      batch.consents === undefined
        ? []
        : sayingRows(write, tables, {
            ...batch.consents,
            workspaceId,
            rows,
            now,
            keepsKnown: ofKnown !== "update",
          }),
    counted: following(addToCount, ({ written }: { written: readonly Written[] }) => ({
      workspaceId,
      added: addedAmong(written, rows).length,
    })),
    suppressed: suppressing(write, tables, {
      workspaceId,
      source: "owner",
      now,
      emailHashes: rows.filter((row) => row.optout).map((row) => row.emailHash),
    }),
  };
}

/** Those that were added: a known address keeps its id. */
export function addedAmong(written: readonly Written[], rows: readonly JudgedLead[]): Written[] {
  const ids = new Set(rows.map((row) => row.id));
  return written.filter((lead) => ids.has(lead.id));
}

const value = sql.placeholder;

function incoming(rows: readonly JudgedLead[], known: readonly Known[]): (string | null)[][] {
  const kept = new Map(known.map((lead) => [lead.email, lead]));
  return rows.map((row) => {
    const lead = kept.get(row.email);
    const filled = {
      ...row,
      lastName: row.lastName || (lead?.lastName ?? ""),
      phone: row.phone || (lead?.phone ?? ""),
    };
    const { id, firstName, lastName, email, phone, emailHash, optout, fields = null } = filled;
    const said = [searchTextOf(filled), optout ? "out" : "in", emailHash];
    return [id, firstName, lastName, email, phone, ...said, fields && JSON.stringify(fields)];
  });
}

function newRows(builder: Builder, tables: Tables): SQL {
  const { leads, suppressions } = tables;
  const emailHash = incomingText(7);
  const isSuppressed = exists(
    builder
      .select({ one: sql`1` })
      .from(suppressions)
      .where(and(eq(suppressions.workspaceId, value("workspaceId")), eq(suppressions.emailHash, emailHash))),
  );
  const values: Record<keyof LeadRow, SQL> = {
    id: incomingText(0),
    workspaceId: sql`${value("workspaceId")}`,
    firstName: incomingText(1),
    lastName: incomingText(2),
    email: incomingText(3),
    phone: incomingText(4),
    searchText: incomingText(5),
    emailHash,
    optout: sql`(${incomingText(6)} = 'out' or ${isSuppressed})`,
    emailCount: sql`0`,
    openedCount: sql`0`,
    createdAt: sql`${value("now")}`,
    updatedAt: sql`${value("now")}`,
    fields: jsonSqlOf(tables).stored(incomingText(8)),
    // New leads have no consent yet. `sayingConsent`, which comes after this, records it.
    consent: sql`'unknown'`,
    consentAt: sql`null`,
    consentHow: sql`null`,
    consentBy: sql`null`,
  };
  const columns = Object.keys(getTableColumns(leads)) as (keyof LeadRow)[];
  const selected = sql.join(
    columns.map((column) => values[column]),
    sql`, `,
  );
  // Without a condition before it, SQLite takes the "on" that follows for a join's.
  return sql`select ${selected} from ${jsonSqlOf(tables).rows(value("rows"))} where true`;
}

const excluded = (column: keyof LeadRow) => sql`excluded.${sql.identifier(column)}`;

function upsert(builder: Builder, tables: Tables) {
  const { leads } = tables;
  const changes = [
    ...(["firstName", "lastName", "phone", "searchText"] as const).map(
      (column) => sql`${excluded(column)} <> ${leads[column]}`,
    ),
    optsOut(tables),
    sql`(${excluded("fields")} is not null and coalesce(${fieldsAfter(tables)} <> ${leads.fields}, true))`,
  ];
  return builder
    .insert(leads)
    .select(newRows(builder, tables))
    .onConflictDoUpdate({
      target: [leads.workspaceId, leads.email],
      set: {
        firstName: excluded("firstName"),
        lastName: excluded("lastName"),
        phone: excluded("phone"),
        searchText: excluded("searchText"),
        optout: sql`(${leads.optout} or ${excluded("optout")})`,
        updatedAt: excluded("updatedAt"),
        fields: sql`case when ${excluded("fields")} is null then ${leads.fields} else ${fieldsAfter(tables)} end`,
      },
      setWhere: sql.join(changes, sql` or `),
    })
    .returning({ id: leads.id, optout: leads.optout });
}

function addOrOptOut(builder: Builder, tables: Tables) {
  const { leads } = tables;
  return builder
    .insert(leads)
    .select(newRows(builder, tables))
    .onConflictDoUpdate({
      target: [leads.workspaceId, leads.email],
      set: { optout: excluded("optout"), updatedAt: excluded("updatedAt") },
      setWhere: optsOut(tables),
    })
    .returning({ id: leads.id, optout: leads.optout });
}

function addNew(builder: Builder, tables: Tables) {
  const { leads } = tables;
  return builder
    .insert(leads)
    .select(newRows(builder, tables))
    .onConflictDoNothing()
    .returning({ id: leads.id, optout: leads.optout });
}

/** A known lead's fields afterwards: the incoming values replace its own. */
const fieldsAfter = (tables: Tables) =>
  jsonSqlOf(tables).patched(sql`${tables.leads.fields}`, excluded("fields"));

const optsOut = ({ leads }: Tables) => sql`(${excluded("optout")} and not ${leads.optout})`;

const upserts = { keep: addNew, skip: addOrOptOut, update: upsert };

function addToCount(builder: Builder, { leadCounts }: Tables) {
  return builder
    .insert(leadCounts)
    .values({ workspaceId: value("workspaceId"), count: value("added") })
    .onConflictDoUpdate({
      target: leadCounts.workspaceId,
      set: { count: sql`${leadCounts.count} + excluded.count` },
    });
}
