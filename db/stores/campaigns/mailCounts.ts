import { and, asc, type Column, count, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { minuteMs } from "../../../contract/limits/units.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { domainOf } from "./addressDomain.ts";

export type MailCountStore = ReturnType<typeof createMailCountStore>;

/**
 * How many mails each lead was sent, and when and where to a campaign's were. A lead's count stands in a wide row with an
 * index over it, so the commit that settles a mail only notes it in a narrow table, and here many are counted at once. What is
 * noted survives any kill and is counted once.
 */
export function createMailCountStore(database: Database) {
  return {
    /** Counts up to so many mails that are noted; answers how many it were. */
    async countNoted(countMax: number): Promise<number> {
      const [waiting] = await database.ask(bound(readSome, {}));
      // Nearly always there is nothing to count, and a write would wait for its turn.
      if (waiting === undefined) return 0;
      const { forgotten } = await database.atomically(() => ({
        counted: bound(countForLeads, { countMax }),
        timed: bound(countByMinute, { countMax }),
        placed: bound(countByDomain, { countMax }),
        forgotten: bound(forget, { countMax }),
      }));
      return forgotten.length;
    },
  };
}

function readSome(builder: Builder, { uncountedMails }: Tables) {
  return builder.select({ id: uncountedMails.deliveryId }).from(uncountedMails).limit(1);
}

/** The oldest of them: both statements of a commit find the same. */
function oldest(builder: Builder, { uncountedMails }: Tables) {
  const { deliveryId, leadId, workspaceId } = uncountedMails;
  return builder
    .select({ deliveryId, leadId, workspaceId })
    .from(uncountedMails)
    .orderBy(asc(deliveryId))
    .limit(sql.placeholder("countMax"));
}

function countForLeads(builder: Builder, tables: Tables) {
  const { leads } = tables;
  const noted = oldest(builder, tables).as("noted");
  const mails = builder
    .select({ leadId: noted.leadId, mailCount: count().as("mailCount") })
    .from(noted)
    .groupBy(noted.leadId)
    .as("mails");
  return builder
    .update(leads)
    .set({ emailCount: sql`${leads.emailCount} + ${mails.mailCount}` })
    .from(mails)
    .where(eq(leads.id, mails.leadId));
}

/** Two who count at once go through the rows in one order, so that neither holds what the other waits for. */
function countByMinute(builder: Builder, tables: Tables) {
  const { campaignTimes, deliveries } = tables;
  const noted = oldest(builder, tables).as("noted");
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
          sent: count().as("sent"),
          opened: none("opened"),
          machineOpened: none("machineOpened"),
          clicked: none("clicked"),
          machineClicked: none("machineClicked"),
        })
        .from(noted)
        .innerJoin(deliveries, isNotedOne(deliveries, noted))
        .where(isNotNull(deliveries.sentAt))
        .groupBy(deliveries.campaignId, at, deliveries.workspaceId)
        .orderBy(deliveries.campaignId, at),
    )
    .onConflictDoUpdate({
      target: [campaignTimes.campaignId, campaignTimes.at],
      set: { sent: sql`${campaignTimes.sent} + excluded."sent"` },
    });
}

function countByDomain(builder: Builder, tables: Tables) {
  const { campaignDomains, deliveries } = tables;
  const noted = oldest(builder, tables).as("noted");
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
          sent: count().as("sent"),
          opened: none("opened"),
          machineOpened: none("machineOpened"),
          clicked: none("clicked"),
        })
        .from(noted)
        .innerJoin(deliveries, isNotedOne(deliveries, noted))
        .where(isNotNull(deliveries.sentAt))
        .groupBy(deliveries.campaignId, domain, deliveries.workspaceId)
        .orderBy(deliveries.campaignId, domain),
    )
    .onConflictDoUpdate({
      target: [campaignDomains.campaignId, campaignDomains.domain],
      set: { sent: sql`${campaignDomains.sent} + excluded."sent"` },
    });
}

function isNotedOne(
  { id, workspaceId }: Pick<Tables["deliveries"], "id" | "workspaceId">,
  noted: { deliveryId: Column; workspaceId: Column },
) {
  return and(eq(id, noted.deliveryId), eq(workspaceId, noted.workspaceId));
}

function forget(builder: Builder, tables: Tables) {
  const { uncountedMails } = tables;
  const noted = oldest(builder, tables).as("noted");
  const ids = builder.select({ id: noted.deliveryId }).from(noted);
  return builder
    .delete(uncountedMails)
    .where(inArray(uncountedMails.deliveryId, ids))
    .returning({ id: uncountedMails.deliveryId });
}
