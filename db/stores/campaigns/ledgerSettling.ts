import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Reason } from "../../../contract/reasons.ts";
import { type Bound, type Builder, bound } from "../../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { reasonColumns } from "./deliveryReason.ts";
import { countingSettled } from "./settledDays.ts";

/** The account and minute in which a claim counted a mail against the budget. */
export type Booking = { credentialId: string; bucketAt: number };

/** The outcome of a delivery that was being sent; `unspent` gives its booking back to the budget. */
export type Settlement = { id: string; leadId: string; unspent?: Booking | undefined } & (
  | { state: "sent"; reason: Reason; sentAt: number }
  /** `at` is when its server refused it, or stopped answering; not set if no server was contacted. */
  | { state: "failed" | "uncertain"; reason: Reason; at?: number }
  | { state: "skipped"; reason: Reason }
  | { state: "deferred"; reason: Reason; dueAt: number }
  /** Back in the queue as if never tried, because the account was at fault and not the recipient, or it was not begun. */
  | { state: "queued" }
);

/**
 * The statements that write outcomes: as many for one as for hundreds, each of which is a row of one JSON value. Only a
 * delivery that is being sent can be settled, so a late or doubled outcome changes nothing.
 */
export function settling(settled: readonly Settlement[]): Bound<unknown>[] {
  // Before the deliveries change state, so that each outcome is given back and counted only once.
  const statements = [...givingBack(settled), ...countingSettled(settled)];
  const sent = idsOf(settled.filter(({ state }) => state === "sent"));
  if (sent !== null) statements.push(bound(noteSent, { ids: sent }));
  const moved = settled.filter(({ state }) => state !== "queued");
  if (moved.length > 0) statements.push(bound(moveOn, { rows: JSON.stringify(moved.map(movedRow)) }));
  const queued = idsOf(settled.filter(({ state }) => state === "queued"));
  if (queued !== null) statements.push(bound(queueAgain, { ids: queued }));
  return statements;
}

function idsOf(settled: readonly Settlement[]): string | null {
  return settled.length === 0 ? null : JSON.stringify(settled.map(({ id }) => id));
}

function givingBack(settled: readonly Settlement[]): Bound<unknown>[] {
  const bookings = new Map<string, Booking & { of: Settlement[] }>();
  for (const one of settled) {
    if (one.unspent === undefined) continue;
    const key = `${one.unspent.credentialId} ${one.unspent.bucketAt}`;
    const known = bookings.get(key);
    if (known) known.of.push(one);
    else bookings.set(key, { ...one.unspent, of: [one] });
  }
  return [...bookings.values()].map(({ of, ...booking }) => bound(giveBack, { ...booking, ids: idsOf(of) }));
}

type Moved = Exclude<Settlement, { state: "queued" }>;

/** The values of a row, in the order in which `moveOn` reads them. */
function movedRow(settlement: Settlement): unknown[] {
  const one = settlement as Moved;
  const { reasonCode, reasonParams, reply } = reasonColumns(one.reason);
  const dueAt = one.state === "deferred" ? one.dueAt : null;
  const sentAt = one.state === "sent" ? one.sentAt : null;
  return [one.id, one.state, reasonCode, reasonParams, reply, dueAt, sentAt];
}

const value = sql.placeholder;
const ids = value("ids") as Placeholder;
const rows = value("rows") as Placeholder;

function areSending(tables: Tables): SQL | undefined {
  const { deliveries } = tables;
  return and(isListed(tables, deliveries.id, ids), eq(deliveries.state, "sending"));
}

function giveBack(builder: Builder, tables: Tables) {
  const { usage, deliveries } = tables;
  const underWay = builder
    .select({ count: sql<number>`count(*)`.as("unspent") })
    .from(deliveries)
    .where(areSending(tables))
    .as("underWay");
  const left = sql`${usage.count} - ${underWay.count}`;
  return builder
    .update(usage)
    .set({ count: sql`case when ${left} > 0 then ${left} else 0 end` })
    .from(underWay)
    .where(and(eq(usage.credentialId, value("credentialId")), eq(usage.bucketAt, value("bucketAt"))));
}

/** Mails are counted for their leads a little later, many at once; see `mailCounts.ts`. */
function noteSent(builder: Builder, tables: Tables) {
  const { uncountedMails, deliveries } = tables;
  const { id, leadId, workspaceId } = deliveries;
  return builder
    .insert(uncountedMails)
    .select(
      builder.select({ deliveryId: id, leadId, workspaceId }).from(deliveries).where(areSending(tables)),
    );
}

function moveOn(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  const json = jsonSqlOf(tables);
  const time = (index: number, before: SQL) =>
    sql`coalesce(cast(${incomingText(index)} as bigint), ${before})`;
  return builder
    .update(deliveries)
    .set({
      state: incomingText(1),
      reasonCode: incomingText(2),
      reasonParams: json.incomingJson(3),
      reply: incomingText(4),
      dueAt: time(5, sql`${deliveries.dueAt}`),
      sentAt: time(6, sql`${deliveries.sentAt}`),
    })
    .from(json.rows(rows))
    .where(and(json.isIncoming(deliveries.id, rows), eq(deliveries.state, "sending")));
}

function queueAgain(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .update(deliveries)
    .set({
      state: "queued",
      ...reasonColumns(null),
      attempts: sql`${deliveries.attempts} - 1`,
      firstTriedAt: sql`case when ${deliveries.attempts} = 1 then null else ${deliveries.firstTriedAt} end`,
    })
    .where(areSending(tables));
}
