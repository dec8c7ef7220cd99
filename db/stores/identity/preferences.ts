import { eq } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { TrackChoice } from "../../../contract/leads/consent.ts";
import type { Database } from "../../database.ts";

/** What is counted of somebody's mails unless a send says otherwise. */
export type TrackingChoice = { opens: boolean; clicks: boolean; track: TrackChoice };

export function createPreferenceStore({ read, atomically, tables: { preferences } }: Database) {
  return {
    /** Null for somebody who has chosen nothing. */
    async trackingOf(workspaceId: WorkspaceId): Promise<TrackingChoice | null> {
      const [row] = await read.select().from(preferences).where(eq(preferences.workspaceId, workspaceId));
      return row === undefined ? null : { opens: row.trackOpens, clicks: row.trackClicks, track: row.track };
    },

    async setTracking(workspaceId: WorkspaceId, { opens, clicks, track }: TrackingChoice): Promise<void> {
      const chosen = { trackOpens: opens, trackClicks: clicks, track };
      await atomically((write) => ({
        added: write
          .insert(preferences)
          .values({ workspaceId, ...chosen })
          .onConflictDoUpdate({ target: preferences.workspaceId, set: chosen }),
      }));
    },
  };
}
