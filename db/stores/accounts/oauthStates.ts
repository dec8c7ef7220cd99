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

/** Started visits to a provider, each good for one return of the browser that started it. */
export function createOauthStateStore({ atomically, tables: { oauthStates } }: Database) {
  return {
    /** Keeps a new state and forgets those nobody came back with in time. */
    async add({ state, forgetBefore }: { state: OauthState; forgetBefore: number }): Promise<void> {
      await atomically((write) => ({
        removed: write
          .delete(oauthStates)
          .where(lt(oauthStates.createdAt, forgetBefore))
          .returning({ id: oauthStates.id }),
        added: write.insert(oauthStates).values(state),
      }));
    },

    /** Takes the state away and answers it; null when it is unknown, used, too old or another browser's. */
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
