import { and, count, eq, inArray, type SQL } from "drizzle-orm";
import type { Builder, Database } from "../database.ts";
import type { Tables } from "../tables.ts";

export type Holdings = {
  leads: number;
  collections: number;
  templates: number;
  publicTemplates: number;
  campaigns: number;
  deliveries: number;
  accounts: number;
  suppressions: number;
  sandboxMails: number;
};

export type AccountDataStore = ReturnType<typeof createAccountDataStore>;

/** Everything that is one person's, whichever table it lies in: how much of it there is, and its end. */
export function createAccountDataStore({ read, atomically, tables }: Database) {
  return {
    async holdingsOf(ownerId: string): Promise<Holdings> {
      const countIn = async (table: OwnedTable, where: SQL | undefined = eq(table.ownerId, ownerId)) => {
        const [row] = await read.select({ count: count() }).from(table).where(where);
        return row?.count ?? 0;
      };
      const { templates, deliveries, campaigns } = tables;
      const ofTemplates = (isPublic: boolean) =>
        countIn(owned(templates), and(eq(templates.ownerId, ownerId), eq(templates.public, isPublic)));
      return {
        leads: await countIn(owned(tables.leads)),
        collections: await countIn(owned(tables.collections)),
        templates: await ofTemplates(false),
        publicTemplates: await ofTemplates(true),
        campaigns: await countIn(owned(campaigns)),
        deliveries: await countIn(
          owned(deliveries),
          inArray(deliveries.campaignId, idsIn(read, owned(campaigns), ownerId)),
        ),
        accounts: await countIn(owned(tables.credentials)),
        suppressions: await countIn(owned(tables.suppressions)),
        sandboxMails: await countIn(owned(tables.sandboxMails)),
      };
    },

    /** Stops whatever this person has under way; answers the accounts that it was going out through. */
    async stopSending({ ownerId, now }: { ownerId: string; now: number }): Promise<string[]> {
      const { campaigns, credentials } = tables;
      const [, accounts] = await atomically((write) => [
        write
          .update(campaigns)
          .set({ state: "cancelled", pausedBy: null, pausedReason: null, finishedAt: now })
          .where(and(eq(campaigns.ownerId, ownerId), inArray(campaigns.state, ["running", "paused"]))),
        write.select({ id: credentials.id }).from(credentials).where(eq(credentials.ownerId, ownerId)),
      ]);
      return accounts.map((row) => row.id);
    },

    /**
     * Deletes the person and every row that is theirs in one commit; answers the sessions that ended.
     * Public templates belong to everybody: they stay, with nobody's name on them.
     */
    async removeAll(ownerId: string): Promise<string[]> {
      const [ended] = await atomically((write) => removingAll({ write, tables, ownerId }));
      return ended.map((row) => row.id);
    },
  };
}

/** Any table whose rows say whose they are; a new one is deleted from without a line here. */
type OwnedTable = Tables["campaigns"];

const owned = (table: unknown) => table as OwnedTable;

function idsIn(builder: Builder, table: OwnedTable, ownerId: string) {
  return builder.select({ id: table.id }).from(table).where(eq(table.ownerId, ownerId));
}

function removingAll({ write, tables, ownerId }: { write: Builder; tables: Tables; ownerId: string }) {
  const { sessions, memberships, usage, deliveries, templates, passwordResets, users } = tables;
  const ids = (table: unknown) => idsIn(write, owned(table), ownerId);
  // Deliveries have no index by owner; by campaign they have.
  const byTheirOwner = Object.values(tables).filter((table) => "ownerId" in table && table !== deliveries);
  return [
    write.delete(sessions).where(eq(sessions.userId, ownerId)).returning({ id: sessions.id }),
    write.delete(passwordResets).where(eq(passwordResets.userId, ownerId)),
    write.delete(memberships).where(inArray(memberships.collectionId, ids(tables.collections))),
    write.delete(usage).where(inArray(usage.credentialId, ids(tables.credentials))),
    write.delete(deliveries).where(inArray(deliveries.campaignId, ids(tables.campaigns))),
    write
      .update(templates)
      .set({ ownerId: "" })
      .where(and(eq(templates.ownerId, ownerId), eq(templates.public, true))),
    ...byTheirOwner.map((table) => write.delete(owned(table)).where(eq(owned(table).ownerId, ownerId))),
    write.delete(users).where(eq(users.id, ownerId)),
  ] as const;
}
