import type { Status } from "../plans.ts";
import type { KeyBounds } from "./keys.ts";

/**
 * What somebody is in a workspace. What they may do on the whole installation is their `role` in `contract/plans.ts`,
 * which is another thing.
 */
export type MemberRole = "owner" | "member";

/**
 * Ids of workspaces and of people. Both are text, and a person's own workspace has the person's as its id, so one in the
 * other's place would go unseen until somebody works in a workspace that is not theirs: it does not compile.
 */
export type WorkspaceId = string & { readonly idOf?: "workspace" };
export type UserId = string & { readonly idOf?: "user" };

/** Whose data is meant, and who asks. */
export type Scope = { workspaceId: WorkspaceId; userId: UserId; role: MemberRole };

/** A scope with the status of the workspace's owner: what the plan allows, it allows everybody who works there. */
export type PlannedScope = Scope & {
  status: Status;
  /** Of a key that is kept to some collections or accounts; only calls that know of it are given such a scope. */
  only?: KeyBounds;
  /** Of a key that has nothing sent, for calls whose effect depends on what they are about. */
  maySend?: false;
};

/** The workspace that everybody has of their own. */
export function ownWorkspaceOf(userId: UserId): WorkspaceId {
  return String(userId);
}

/** What somebody asks for by themselves, wherever their session works: their account, its export, its end. */
export function ownScopeOf({ uid }: { uid: UserId }): Scope {
  return { workspaceId: ownWorkspaceOf(uid), userId: uid, role: "owner" };
}
