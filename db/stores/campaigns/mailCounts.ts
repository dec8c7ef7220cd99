import { and, asc, count, eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type Builder, bound, type Database, following } from "../../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { domainOf } from "./addressDomain.ts";

/**
 * How many mails each lead was sent, and when and where to a campaign's were. A lead's count stands in a wide row with an
 * index over it, so the commit that settles a mail only notes it in a narrow table, and here many are counted at once. What is
 * noted survives any kill and is counted once.
 */
export function createMailCountStore(database: Database) {
  return {
    /** Counts up to `countMax` noted mails, and returns how many it counted. */
    async countNoted(countMax: number): Promise<number> {
      const [waiting] = await database.ask(bound(readSome, {}));
      // Usually there is nothing to count, and a write would have to wait for its turn.
      if (waiting === undefined) return 0;
      const { forgotten } = await database.atomically(() => ({
        forgotten: bound(forget, { countMax }),
        counted: following(countForLeads, leadsOf),
        kept: following(countForDeleted, missedOf),
        timed: following(countByMinute, idsOf),
        placed: following(countByDomain, idsOf),
      }));
      return forgotten.length;
    },
  };
}

function readSome(builder: Builder, { uncountedMails }: Tables) {
  return builder.select({ id: uncountedMails.deliveryId }).from(uncountedMails).limit(1);
}

/** Removes the oldest notes; exactly those that this removed are counted. */
function forget(builder: Builder, { uncountedMails }: Tables) {
  const { deliveryId, leadId } = uncountedMails;
  const oldest = builder
    .select({ id: deliveryId })
    .from(uncountedMails)
    .orderBy(asc(deliveryId))
    .limit(sql.placeholder("countMax"));
  return builder.delete(uncountedMails).where(inArray(deliveryId, oldest)).returning({ deliveryId, leadId });
}

type Forgotten = { forgotten: readonly { deliveryId: string; leadId: string }[] };

/** Looked up by id: with a join PostgreSQL would read all deliveries. */
function idsOf({ forgotten }: Forgotten) {
  return { ids: JSON.stringify(forgotten.map(({ deliveryId }) => deliveryId)) };
}

/** The number of mails for each lead, sorted by lead so that concurrent writers lock rows in the same order. */
function leadsOf({ forgotten }: Forgotten) {
  const counts = new Map<string, number>();
  for (const { leadId } of forgotten) counts.set(leadId, (counts.get(leadId) ?? 0) + 1);
  const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { rows: JSON.stringify(rows) };
}

const rows = sql.placeholder("rows") as Placeholder;

function countForLeads(builder: Builder, tables: Tables) {
  const { leads } = tables;
  const json = jsonSqlOf(tables);
  return builder
    .update(leads)
    .set({ emailCount: sql`${leads.emailCount} + cast(${incomingText(1)} as integer)` })
    .from(json.rows(rows))
    .where(json.isIncoming(leads.id, rows))
    .returning({ id: leads.id });
}

type Counted = Forgotten & { counted: readonly { id: string }[] };

/** Of the leads that are not there: they may be deleted, and brought back. */
function missedOf({ counted, ...noted }: Counted) {
  const found = new Set(counted.map(({ id }) => id));
  const missed = noted.forgotten.filter(({ leadId }) => !found.has(leadId));
  const ids = JSON.stringify(missed.map(({ leadId }) => leadId));
  return { ...leadsOf({ forgotten: missed }), ids, missed: missed.length };
}

/** No index knows deleted leads by their own ids, so nothing is looked through unless somebody was missed. */
function countForDeleted(builder: Builder, tables: Tables) {
  const { deletedLeads } = tables;
  const json = jsonSqlOf(tables);
  return builder
    .update(deletedLeads)
    .set({ emailCount: sql`${deletedLeads.emailCount} + cast(${incomingText(1)} as integer)` })
    .from(json.rows(rows))
    .where(
      and(
        sql`cast(${sql.placeholder("missed")} as integer) > 0`,
        // First by a list that is looked up in, not one that is read for each of them.
        isListed(tables, deletedLeads.id, sql.placeholder("ids")),
        json.isIncoming(deletedLeads.id, rows),
      ),
    );
}

/** Which mails are counted, and what each group of them adds to those that were sent. */
type Counting = { mails: SQL | undefined; sent: SQL<number> };

const noted = (tables: Tables): Counting => ({ mails: wereSent(tables), sent: count() });

/** Sorted, so that two concurrent counts lock rows in the same order and cannot deadlock. */
function countByMinute(builder: Builder, tables: Tables, { mails, sent } = noted(tables)) {
  const { campaignTimes, deliveries } = tables;
  const at = sql<number>`${deliveries.sentAt} - ${deliveries.sentAt} % ${sql.raw(String(minuteMs))}`;
  const none = (name: string) => sql<number>`0`.as(name);
  return builder
    .insert(campaignTimes)
    .select(
      builder
        .select({
          campaignId: deliveries.campaignId,
          at: at.as("at"),
          workspaceId: deliveries.workspaceId,
          sent: sent.as("sent"),
          opened: none("opened"),
          machineOpened: none("machineOpened"),
          clicked: none("clicked"),
          machineClicked: none("machineClicked"),
        })
        .from(deliveries)
        .where(mails)
        .groupBy(deliveries.campaignId, at, deliveries.workspaceId)
        .orderBy(deliveries.campaignId, at),
    )
    .onConflictDoUpdate({
      target: [campaignTimes.campaignId, campaignTimes.at],
      set: { sent: sql`${campaignTimes.sent} + excluded."sent"` },
    });
}

function countByDomain(builder: Builder, tables: Tables, { mails, sent } = noted(tables)) {
  const { campaignDomains, deliveries } = tables;
  const domain = domainOf(deliveries.email);
  const none = (name: string) => sql<number>`0`.as(name);
  return builder
    .insert(campaignDomains)
    .select(
      builder
        .select({
          campaignId: deliveries.campaignId,
          domain: domain.as("domain"),
          workspaceId: deliveries.workspaceId,
          sent: sent.as("sent"),
          opened: none("opened"),
          machineOpened: none("machineOpened"),
          clicked: none("clicked"),
        })
        .from(deliveries)
        .where(mails)
        .groupBy(deliveries.campaignId, domain, deliveries.workspaceId)
        .orderBy(deliveries.campaignId, domain),
    )
    .onConflictDoUpdate({
      target: [campaignDomains.campaignId, campaignDomains.domain],
      set: { sent: sql`${campaignDomains.sent} + excluded."sent"` },
    });
}

type OneMail = { id: string; workspaceId: WorkspaceId; leadId: string };

/**
 * Takes one that came back out of the counts of its lead, its domain and the minute in which it went, where it stands with those
 * that failed; tried again, it counts once more, and goes in another minute. Before it has failed. It may come back before it
 * was counted.
 */
export function uncounting(builder: Builder, tables: Tables, { id, workspaceId, leadId }: OneMail) {
  const { deliveries } = tables;
  const mails = and(
    eq(deliveries.id, id),
    eq(deliveries.workspaceId, workspaceId),
    eq(deliveries.state, "sent"),
  );
  const cameBack: Counting = { mails, sent: sql`-count(*)` };
  const less = (sent: unknown[]) => ({ rows: JSON.stringify(sent.map(() => [leadId, -1])) });
  return {
    uncountedDomain: countByDomain(builder, tables, cameBack),
    uncountedMinute: countByMinute(builder, tables, cameBack),
    uncountedOf: builder.select({ id: deliveries.id }).from(deliveries).where(mails),
    uncountedLead: following(countForLeads, ({ uncountedOf }: { uncountedOf: unknown[] }) =>
      less(uncountedOf),
    ),
    uncountedDeleted: following(
      countForDeleted,
      ({ uncountedOf, uncountedLead }: { uncountedOf: unknown[]; uncountedLead: unknown[] }) => ({
        ...less(uncountedOf),
        ids: JSON.stringify([leadId]),
        missed: uncountedOf.length - uncountedLead.length,
      }),
    ),
  };
}

/** Said so that PostgreSQL does not go through its index of all that were sent, which it may take for short. */
function wereSent(tables: Tables) {
  const { id, sentAt } = tables.deliveries;
  return and(isListed(tables, id, sql.placeholder("ids")), sql`coalesce(${sentAt}, 0) > 0`);
}
