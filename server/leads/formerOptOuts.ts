import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { createSuppressionStore } from "../../db/stores/leads/suppressions.ts";
import type { Core } from "../core/core.ts";

type CarryOptOuts = (workspaceId: WorkspaceId, emails: readonly string[]) => Promise<void>;

/**
 * Before addresses had one spelling, an opt-out was kept by the hash of the address as it was typed. Whose lead and
 * mails are all gone is known by nothing else; so before such an address becomes a lead again, its opt-out is looked
 * for by the spelling that people type.
 */
export function createFormerOptOuts(core: Pick<Core, "database" | "secrets">): CarryOptOuts {
  const { hashAddress, formerHash } = core.secrets;
  const suppressions = createSuppressionStore(core.database);
  return async (workspaceId, emails) => {
    const pairs = [...new Set(emails)].flatMap((email) => {
      const former = formerHash(email);
      return former === null ? [] : [{ emailHash: hashAddress(email), formerHash: former }];
    });
    if (pairs.length > 0) await suppressions.carryOn({ workspaceId, pairs });
  };
}
