import type { Status } from "../plans.ts";

/**
 * What somebody is in a workspace. What they may do on the whole installation is their `role` in `contract/plans.ts`,
 * which is another thing.
 */
export type MemberRole = "owner" | "member";

/** Whose data is meant, and who asks. A person's own workspace has the person's uid as its id. */
export type Scope = { workspaceId: string; userId: string; role: MemberRole };

/** A scope with the status of the workspace's owner: what the plan allows, it allows everybody who works there. */
export type PlannedScope = Scope & { status: Status };

/** The workspace that everybody has of their own. */
export function ownWorkspaceOf(userId: string): string {
  return userId;
}

/** What somebody asks for by themselves, wherever their session works: their account, its export, its end. */
export function ownScopeOf({ uid }: { uid: string }): Scope {
  return { workspaceId: ownWorkspaceOf(uid), userId: uid, role: "owner" };
}
