import type { MiddlewareHandler } from "hono";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { changedBy, type Topic } from "../../../contract/realtime/changes.ts";
import type { Env } from "../environment.ts";

/** What a call has changed in the caller's workspace. */
export type PublishChange = (change: {
  workspaceId: WorkspaceId;
  topics: readonly Topic[];
  by: string;
}) => void;

/** Work in several calls: its own page reloads at the end, others are told as it goes on. */
const changesInSteps: Partial<Record<EndpointKey, readonly Topic[]>> = {
  "POST /amplify/leads/actions": ["leads", "collections"],
  "POST /amplify/leads/deletions/{id}/undo": ["leads", "collections"],
};

/** Publishes what a call has changed to the other pages of its workspace, once it has succeeded. */
export function publishChanges(tell: PublishChange): (key: EndpointKey) => MiddlewareHandler<Env>[] {
  return (key) => {
    const topics = changesInSteps[key] ?? changedBy(key);
    if (topics.length === 0) return [];
    return [
      async (c, next) => {
        await next();
        const { caller } = c.var;
        if (!c.res.ok || caller === null) return;
        tell({ workspaceId: caller.scope.workspaceId, topics, by: caller.sessionId });
      },
    ];
  };
}
