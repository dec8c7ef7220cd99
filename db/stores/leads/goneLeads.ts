import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";

type Some = { workspaceId: WorkspaceId; ids: readonly string[] };

/**
 * The statements that delete what is kept of leads that are gone for good, and keep it of leads that exist: their notes, and
 * when they were last sent a mail.
 */
export function forgettingGone(write: Builder, tables: Tables, some: Some) {
  const { leadNotes, leadMails } = tables;
  const isOfGone = (table: typeof leadNotes | typeof leadMails) => ofGone(write, tables, { ...some, table });
  return [
    write.delete(leadNotes).where(isOfGone(leadNotes)),
    write.delete(leadMails).where(isOfGone(leadMails)),
  ];
}

function ofGone(
  write: Builder,
  tables: Tables,
  { table, workspaceId, ids }: Some & { table: Tables["leadNotes" | "leadMails"] },
): SQL | undefined {
  const { leads } = tables;
  const theirLead = write
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.workspaceId, table.workspaceId), eq(leads.id, table.leadId)));
  return and(eq(table.workspaceId, workspaceId), isListed(tables, table.leadId, ids), notExists(theirLead));
}
