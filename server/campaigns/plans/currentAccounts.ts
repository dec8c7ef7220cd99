import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";

/**
 * The accounts that a campaign's mails go from by now; its parts also know those from which some went before. What was sent
 * without being composed has one at a time, that of its newest part.
 */
export function currentAccountsOf(
  { content }: Pick<PlanRow, "content">,
  parts: readonly Pick<CountedCampaign, "campaign">[],
): readonly string[] {
  if (content !== null) return content.accounts;
  const newest = parts.at(-1)?.campaign.credentialId;
  return newest === undefined ? [] : [newest];
}
