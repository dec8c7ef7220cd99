import { and, eq, gte, inArray, lt } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

type OauthState = {
  id: string;
  sessionId: string;
  workspaceId: WorkspaceId | null;
  credentialId: string | null;
  verifier: string;
  reads?: boolean | null;
  createdAt: number;
};

/** States of visits to a provider, each valid once, and only for the browser that began the visit. */
export function createOauthStateStore({ atomically, tables: { oauthStates } }: Database) {
  return {
    /** Stores a new state and deletes expired ones. */
    async add({ state, forgetBefore }: { state: OauthState; forgetBefore: number }): Promise<void> {
      await atomically((write) => ({
        removed: write
          .delete(oauthStates)
          .where(lt(oauthStates.createdAt, forgetBefore))
          .returning({ id: oauthStates.id }),
        added: write.insert(oauthStates).values(state),
      }));
    },

    /** Consumes a state; null if it is unknown, used, expired or another browser's. */
    async take(wanted: {
      id: string;
      sessionIds: readonly string[];
      createdSince: number;
    }): Promise<OauthState | null> {
      const { taken } = await atomically((write) => ({
        taken: write
          .delete(oauthStates)
          .where(
            and(
              eq(oauthStates.id, wanted.id),
              inArray(oauthStates.sessionId, [...wanted.sessionIds]),
              gte(oauthStates.createdAt, wanted.createdSince),
            ),
          )
          .returning(),
      }));
      return taken[0] ?? null;
    },
  };
}
