import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { SealedPlace } from "../core/core.ts";

/** Where stands what a mailbox is read with: a password of its own, or the refresh token of a permission to read. */
export function mailboxSecretPlace({
  workspaceId,
  id,
}: {
  workspaceId: WorkspaceId;
  id: string;
}): SealedPlace {
  return { workspaceId, rowId: id, field: "mailboxPassword" };
}
