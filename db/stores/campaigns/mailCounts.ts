import { asc, count, eq, inArray, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

export type MailCountStore = ReturnType<typeof createMailCountStore>;

/**
 * How many mails each lead was sent. It stands in a wide row with an index over it, so the commit that settles a mail
 * only notes it in a narrow table, and here many are counted at once. What is noted survives any kill and is counted once.
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

function forget(builder: Builder, tables: Tables) {
  const { uncountedMails } = tables;
  const noted = oldest(builder, tables).as("noted");
  const ids = builder.select({ id: noted.deliveryId }).from(noted);
  return builder
    .delete(uncountedMails)
    .where(inArray(uncountedMails.deliveryId, ids))
    .returning({ id: uncountedMails.deliveryId });
}
