import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder } from "../../database.ts";
import { notLeading } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { openStates } from "./openStates.ts";

/**
 * The address of a delivery's lead by now; the delivery's own once the lead is deleted, of what is no lead's, and where the
 * mail went to the new address for another lead.
 */
export function currentAddress(tables: Tables): SQL<string> {
  const { deliveries, leads } = tables;
  return sql`coalesce((select ${leads.email} from ${leads} where ${leads.id} = ${deliveries.leadId} and ${leads.workspaceId} = ${deliveries.workspaceId}
    and ${leads.email} <> ${deliveries.email} and not ${wentTo(tables, leads.email)}), ${deliveries.email})`;
}

/**
 * Whether the same mail is at an address, or on its way there, by another lead: one that had it before and was deleted, as
 * where somebody was there twice. Of two such leads one mailbox gets the mail once.
 */
function wentTo({ campaigns, deliveries }: Tables, email: SQLWrapper | string): SQL {
  return sql`exists (select 1 from ${campaigns} as "own"
    join ${campaigns} as "part" on "part"."planId" = "own"."planId" and "part"."step" = "own"."step"
    join ${deliveries} as "other" on "other"."campaignId" = "part"."id"
    where "own"."id" = ${deliveries.campaignId} and "own"."workspaceId" = ${deliveries.workspaceId}
      and "other"."workspaceId" = ${deliveries.workspaceId} and "other"."email" = ${email}
      and "other"."leadId" <> ${deliveries.leadId} and "other"."state" not in ('failed', 'skipped'))`;
}

/**
 * What a lead is still to get follows it to another address. What is on its way or has come to an end stays where it went:
 * the ledger says so.
 */
export function redirecting(
  write: Builder,
  tables: Tables,
  { workspaceId, id, email }: { workspaceId: WorkspaceId; id: string; email: string },
) {
  const { campaigns, deliveries } = tables;
  const withSome = write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.workspaceId, workspaceId),
        // Mails that programs asked for are no lead's, and may be nearly all rows there are.
        isNull(campaigns.mailKind),
        or(inArray(campaigns.state, ["preparing", "running", "paused"]), isNotNull(campaigns.rowMove)),
      ),
    );
  return write
    .update(deliveries)
    .set({ email })
    .where(
      and(
        eq(notLeading(deliveries.workspaceId), workspaceId),
        inArray(deliveries.campaignId, withSome),
        eq(deliveries.leadId, id),
        inArray(deliveries.state, [...openStates]),
        not(wentTo(tables, email)),
      ),
    );
}
