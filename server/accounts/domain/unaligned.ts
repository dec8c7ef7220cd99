import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { createDomainCheckStore } from "../../../db/stores/accounts/domainChecks.ts";
import type { Core } from "../../core/core.ts";
import type { Judged } from "./judging/judged.ts";

/**
 * Of some accounts those whose mails receivers will not believe, and why, as it was found when their domains were last
 * looked at. Where nobody has looked, or the DNS said nothing, nothing is said.
 */
export function createUnaligned(core: Pick<Core, "database">) {
  const store = createDomainCheckStore(core.database);
  return async (
    workspaceId: WorkspaceId,
    credentialIds: readonly string[],
  ): Promise<ReadonlyMap<string, Cause>> => {
    const rows = await store.among(workspaceId, credentialIds);
    return new Map(
      rows.flatMap(({ credentialId, checks }) => {
        const wrong = (checks as Judged[]).find(
          ({ kind, state }) => (kind === "owner" || kind === "alignment") && state === "wrong",
        );
        return wrong === undefined ? [] : [[credentialId, wrong.cause] as const];
      }),
    );
  };
}
