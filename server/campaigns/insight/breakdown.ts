import type { BreakdownRow } from "../../../contract/schemas/campaignInsight.ts";
import type { CampaignPart } from "../../../db/stores/campaigns/insight/parts.ts";
import { campaignSenderText } from "../../sending/campaignSender.ts";

/** What the parts of a campaign are put together by. */
const partsBy = {
  step: ({ step, row }: CampaignPart) => ({ key: String(step + 1), name: row.subject, step }),
  variant: ({ step, variantId, row }: CampaignPart) => ({
    key: `${step + 1} ${variantId ?? ""}`.trim(),
    name: row.subject,
    step,
  }),
  account: ({ row }: CampaignPart) => ({ key: row.credentialId, name: campaignSenderText(row), step: null }),
};

/** Parts that are alike in what they are put together by, as one row each. `optedOut` is by the ids of parts. */
export function rowsOfParts(
  parts: readonly CampaignPart[],
  by: keyof typeof partsBy,
  optedOut: ReadonlyMap<string, number>,
): BreakdownRow[] {
  const rows = new Map<string, BreakdownRow>();
  for (const part of parts) {
    const { key, name, step } = partsBy[by](part);
    const { counts, reactions } = part;
    const row = rows.get(key) ?? emptyRow({ key, name, step });
    rows.set(key, {
      ...row,
      sent: row.sent + counts.sent,
      failed: row.failed + counts.failed,
      opened: row.opened + reactions.opened,
      machineOpened: row.machineOpened + reactions.machineOpened,
      clicked: row.clicked + reactions.clicked,
      optedOut: (row.optedOut ?? 0) + (optedOut.get(part.row.id) ?? 0),
    });
  }
  return [...rows.values()];
}

export function emptyRow(named: Pick<BreakdownRow, "key" | "name" | "step">): BreakdownRow {
  return {
    ...named,
    sent: 0,
    failed: 0,
    opened: 0,
    machineOpened: 0,
    clicked: 0,
    clicks: null,
    machineClicks: null,
    optedOut: null,
  };
}
