import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { openStates } from "./openStates.ts";

/** The address of a delivery's lead by now; the delivery's own once the lead is deleted, and of what is no lead's. */
export function currentAddress({ deliveries, leads }: Tables): SQL<string> {
  return sql`coalesce((select ${leads.email} from ${leads} where ${leads.id} = ${deliveries.leadId} and ${leads.workspaceId} = ${deliveries.workspaceId}), ${deliveries.email})`;
}

/**
 * What a lead is still to get follows it to another address. What is on its way or has come to an end stays where it went:
 * the ledger says so.
 */
export function redirecting(
  write: Builder,
  { campaigns, deliveries }: Tables,
  { workspaceId, id, email }: { workspaceId: WorkspaceId; id: string; email: string },
) {
  const withSome = write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.workspaceId, workspaceId),
        or(inArray(campaigns.state, ["preparing", "running", "paused"]), isNotNull(campaigns.rowMove)),
      ),
    );
  return write
    .update(deliveries)
    .set({ email })
    .where(
      and(
        inArray(deliveries.campaignId, withSome),
        eq(deliveries.leadId, id),
        inArray(deliveries.state, [...openStates]),
      ),
    );
}
