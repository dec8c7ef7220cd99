import { and, asc, eq, gt, inArray } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { unforeseen } from "../../notLeading.ts";
import { collectionNamed } from "../leads/collectionNamed.ts";

export type AudienceLead = Pick<
  Database["tables"]["leads"]["$inferSelect"],
  "id" | "email" | "optout" | "firstName" | "lastName" | "phone" | "fields"
>;
export type AudienceStore = ReturnType<typeof createAudienceStore>;

function fieldsOf({ leads }: Database["tables"]) {
  const { id, email, optout, firstName, lastName, phone, fields } = leads;
  return { id, email, optout, firstName, lastName, phone, fields };
}

/** Who a campaign goes to, read a batch at a time. */
export function createAudienceStore(database: Database) {
  return { ...inBatches(database), ...picked(database) };
}

function inBatches(database: Database) {
  const { read, tables } = database;
  const { leads, memberships } = tables;
  const fields = fieldsOf(tables);

  return {
    collectionId: (of: { workspaceId: WorkspaceId; name: string }) => collectionNamed(database, of),

    /** The next leads of a collection, or of all, after an id. */
    async batchAfter(query: {
      workspaceId: WorkspaceId;
      collectionId: string | null;
      afterId: string;
      countMax: number;
    }): Promise<AudienceLead[]> {
      const inCollection =
        query.collectionId === null
          ? undefined
          : inArray(
              leads.id,
              read
                .select({ id: memberships.leadId })
                .from(memberships)
                .where(
                  and(
                    eq(memberships.workspaceId, query.workspaceId),
                    eq(memberships.collectionId, query.collectionId),
                    gt(memberships.leadId, query.afterId),
                  ),
                )
                .orderBy(asc(memberships.leadId))
                .limit(unforeseen(tables, query.countMax)),
            );
      return read
        .select(fields)
        .from(leads)
        .where(and(eq(leads.workspaceId, query.workspaceId), gt(leads.id, query.afterId), inCollection))
        .orderBy(asc(leads.id))
        .limit(unforeseen(tables, query.countMax));
    },
  };
}

function picked(database: Database) {
  const { read, tables } = database;
  const { leads } = tables;
  const fields = fieldsOf(tables);

  return {
    async byIds(workspaceId: WorkspaceId, ids: readonly string[]): Promise<AudienceLead[]> {
      return read
        .select(fields)
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), inArray(leads.id, [...ids])));
    },

    async byEmails(workspaceId: WorkspaceId, emails: readonly string[]): Promise<AudienceLead[]> {
      return read
        .select(fields)
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), inArray(leads.email, [...emails])));
    },

    async oneLead({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }) {
      const [row] = await read
        .select()
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), eq(leads.id, id)));
      return row ?? null;
    },

    /** The id of the n-th oldest lead: after a downgrade the later ones are kept but not mailed. */
    async idAtRank({
      workspaceId,
      rank,
    }: {
      workspaceId: WorkspaceId;
      rank: number;
    }): Promise<string | null> {
      const [row] = await read
        .select({ id: leads.id })
        .from(leads)
        .where(eq(leads.workspaceId, workspaceId))
        .orderBy(asc(leads.id))
        .limit(1)
        .offset(rank - 1);
      return row?.id ?? null;
    },
  };
}
