import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Bound, type Builder, bound, type Database } from "../../database.ts";
import { incomingText, jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

export type NewDelivery = Database["tables"]["deliveries"]["$inferInsert"];

/**
 * The statement that adds rows to the ledger, as many for one as for hundreds: built for each batch anew it took longer than
 * the rows themselves. Whoever has a row of that campaign keeps it.
 */
export function addingMissing(rows: readonly NewDelivery[]): Bound<unknown>[] {
  return rows.length === 0 ? [] : [bound(addMissing, { rows: JSON.stringify(rows.map(incomingRow)) })];
}

/** The same, but a row that exists already makes the whole commit fail. */
export function addingAll(rows: readonly NewDelivery[]): Bound<unknown>[] {
  return rows.length === 0 ? [] : [bound(addAll, { rows: JSON.stringify(rows.map(incomingRow)) })];
}

/** The values of a row, in the order in which `addAll` reads them. */
function incomingRow(row: NewDelivery): unknown[] {
  const { id, campaignId, workspaceId, leadId, email, state, attempts, dueAt } = row;
  const { reasonCode = null, reasonParams = null, reply = null, thread = null } = row;
  return [
    id,
    campaignId,
    workspaceId,
    leadId,
    email,
    state,
    attempts,
    dueAt,
    reasonCode,
    reasonParams,
    reply,
    thread,
  ];
}

function addMissing(builder: Builder, tables: Tables) {
  return addAll(builder, tables).onConflictDoNothing();
}

function addAll(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  const json = jsonSqlOf(tables);
  const int = (index: number) => sql`cast(${incomingText(index)} as bigint)`;
  const given: Partial<Record<keyof typeof deliveries.$inferSelect, SQL>> = {
    id: incomingText(0),
    campaignId: incomingText(1),
    workspaceId: incomingText(2),
    leadId: incomingText(3),
    email: incomingText(4),
    state: incomingText(5),
    attempts: int(6),
    dueAt: int(7),
    reasonCode: incomingText(8),
    reasonParams: json.incomingJson(9),
    reply: incomingText(10),
    thread: incomingText(11),
  };
  // In the table's order, since the INSERT names no columns.
  const row = Object.keys(getTableColumns(deliveries)).map(
    (name) => given[name as keyof typeof given] ?? sql`null`,
  );
  // Without a condition SQLite takes what follows for that of a join (its documentation, "UPSERT", section 2.2).
  return builder
    .insert(deliveries)
    .select(sql`select ${sql.join(row, sql`, `)} from ${json.rows(sql.placeholder("rows"))} where true`);
}
