import type { NewJob } from "../../../db/stores/jobs/enqueueing.ts";

/** What is written with the end of an account, to clear away the rest of it; due at once. */
export function removalJob(workspaceId: string): NewJob {
  const key = `accountRemoval:${workspaceId}`;
  return {
    id: `rest of ${workspaceId}`,
    workspaceId: "",
    kind: "accountRemoval",
    key,
    payload: { workspaceId },
    dueAt: 1,
    createdAt: 1,
  };
}
