import { and, eq, exists, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Database } from "../database.ts";
import { gatheredWithin, type LeadRange } from "./leadRange.ts";

/** Whether a lead, of those in a range, was sent a mail of any campaign since a moment: what is not counted yet is noted, some seconds' mails at most. */
export function wasMailed(
  { read, tables }: Pick<Database, "read" | "tables">,
  { workspaceId, since, range }: { workspaceId: WorkspaceId; since: number; range: LeadRange },
): SQL {
  const { leads, leadMails, uncountedMails, deliveries } = tables;
  const last = read
    .select({ one: sql`1` })
    .from(leadMails)
    .where(
      and(
        eq(leadMails.workspaceId, workspaceId),
        eq(leadMails.leadId, leads.id),
        gatheredWithin(tables, leadMails.leadId, range),
        gte(leadMails.lastSentAt, since),
      ),
    );
  const noted = read
    .select({ id: uncountedMails.leadId })
    .from(uncountedMails)
    .innerJoin(
      deliveries,
      and(
        eq(deliveries.id, uncountedMails.deliveryId),
        eq(deliveries.workspaceId, uncountedMails.workspaceId),
      ),
    )
    .where(
      and(eq(uncountedMails.workspaceId, workspaceId), gte(sql`coalesce(${deliveries.sentAt}, 0)`, since)),
    );
  return sql`(${or(exists(last), inArray(leads.id, noted))})`;
}
