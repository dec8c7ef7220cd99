import { and, eq, exists, gte, inArray, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Database } from "../database.ts";

/** Whether a lead was sent a mail of any campaign since a moment: what is not counted yet is noted, some seconds' mails at most. */
export function wasMailed(
  { read, tables: { leads, leadMails, uncountedMails, deliveries } }: Pick<Database, "read" | "tables">,
  { workspaceId, since }: { workspaceId: WorkspaceId; since: number },
): SQL {
  const last = read
    .select({ one: sql`1` })
    .from(leadMails)
    .where(
      and(
        eq(leadMails.workspaceId, workspaceId),
        eq(leadMails.leadId, leads.id),
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
