import { and, eq, exists, inArray, notExists } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Bounds = { workspaceId: WorkspaceId; collectionIds: readonly string[] };
type OfKey = { workspaceId: WorkspaceId; keyId: string; campaignId: string };

/** What a key that is kept to some collections may know of, asked of memberships and of what it has sent. */
export function createBoundedStore({ read, atomically, tables }: Database) {
  const { leads, apiKeyCampaigns } = tables;

  async function within(bounds: Bounds, by: "id" | "email", keys: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (const batch of batches(keys)) {
      const rows = await read
        .select({ key: leads[by] })
        .from(leads)
        .where(
          and(
            eq(leads.workspaceId, bounds.workspaceId),
            inArray(leads[by], batch),
            exists(memberships(read, tables, bounds)),
          ),
        );
      for (const { key } of rows) found.add(key);
    }
    return found;
  }

  return {
    /** Which of these leads, named by id, are in one of the collections. */
    idsWithin: (bounds: Bounds, ids: readonly string[]) => within(bounds, "id", ids),
    /** The same of leads named by address. */
    emailsWithin: (bounds: Bounds, emails: readonly string[]) => within(bounds, "email", emails),

    /** Whether one of these addresses is a lead's that is in none of the collections. */
    async hasOutside(bounds: Bounds, emails: readonly string[]): Promise<boolean> {
      for (const batch of batches(emails)) {
        const rows = await read
          .select({ id: leads.id })
          .from(leads)
          .where(
            and(
              eq(leads.workspaceId, bounds.workspaceId),
              inArray(leads.email, batch),
              notExists(memberships(read, tables, bounds)),
            ),
          )
          .limit(1);
        if (rows.length > 0) return true;
      }
      return false;
    },

    /** Notes that a key has sent a campaign. */
    async noteCampaign(row: OfKey): Promise<void> {
      await atomically((write) => ({
        noted: write.insert(apiKeyCampaigns).values(row).onConflictDoNothing(),
      }));
    },

    async hasSent({ workspaceId, keyId, campaignId }: OfKey): Promise<boolean> {
      const rows = await read
        .select({ campaignId: apiKeyCampaigns.campaignId })
        .from(apiKeyCampaigns)
        .where(
          and(
            eq(apiKeyCampaigns.workspaceId, workspaceId),
            eq(apiKeyCampaigns.keyId, keyId),
            eq(apiKeyCampaigns.campaignId, campaignId),
          ),
        );
      return rows.length > 0;
    },
  };
}

/** A lead's memberships of these collections. */
function memberships(read: Builder, tables: Tables, { workspaceId, collectionIds }: Bounds) {
  const { leads, memberships: pairs } = tables;
  return read
    .select({ leadId: pairs.leadId })
    .from(pairs)
    .where(
      and(
        eq(pairs.workspaceId, workspaceId),
        eq(pairs.leadId, leads.id),
        inArray(pairs.collectionId, [...collectionIds]),
      ),
    );
}

function* batches(keys: readonly string[]): Generator<string[]> {
  for (let at = 0; at < keys.length; at += leadLimits.writeBatch)
    yield keys.slice(at, at + leadLimits.writeBatch);
}
