import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { SealedPlace } from "../core/core.ts";

/** Where the secret of a sending account stands: its app password, or the refresh token that its provider gave. */
export function accountSecretPlace({
  workspaceId,
  id,
}: {
  workspaceId: WorkspaceId;
  id: string;
}): SealedPlace {
  return { workspaceId, rowId: id, field: "appPassword" };
}
