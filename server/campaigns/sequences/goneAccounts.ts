import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createStandingStore, type DueLead } from "../../../db/stores/campaigns/sequences/standings.ts";
import type { Core } from "../../core/core.ts";
import type { Move } from "./nextMove.ts";

type Moved = { lead: DueLead; move: Move };

/**
 * Each lead stays with its account: whose account is gone waits until a person has the rest sent from another, and the others
 * go on. Null where there are no others, so that all of it waits for that person.
 */
export async function withoutGone(
  core: Pick<Core, "database">,
  { workspaceId, id }: Pick<PlanRow, "workspaceId" | "id">,
  { moves, now }: { moves: readonly Moved[]; now: number },
): Promise<readonly Moved[] | null> {
  const mailed = moves.filter(({ move }) => move.kind === "mail").map(({ lead }) => lead.credentialId);
  if (mailed.length === 0) return moves;
  const accounts = await createCredentialStore(core.database).byIds([...new Set(mailed)]);
  const left = new Set(accounts.map((account) => account.id));
  if (mailed.every((credentialId) => left.has(credentialId))) return moves;
  const goesOn =
    left.size > 0 || (await createStandingStore(core.database).hasAccounted({ workspaceId, id }));
  if (!goesOn) return null;
  return moves.map(({ lead, move }): Moved => {
    if (move.kind !== "mail" || left.has(lead.credentialId)) return { lead, move };
    return { lead, move: { kind: "wait", step: lead.step, until: now + campaignLimits.unsentLookMaxMs } };
  });
}
