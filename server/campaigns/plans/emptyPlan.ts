import { sentStepId } from "../../../contract/campaigns/changeHeld.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { CampaignStep, PlanAudience, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import type { StoredContent } from "../../../db/tables/campaignPlans.ts";
import { currentAccountsOf } from "./currentAccounts.ts";

export const nobody: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
  joinLater: false,
};

const open: Omit<PlanContent, "name" | "kind" | "audience" | "steps" | "accounts"> = {
  whenFull: "wait",
  window: null,
  zone: "UTC",
  zoneField: null,
  spread: "fast",
  startAt: null,
  holdSeconds: campaignLimits.holdDefaultSeconds,
  trackOpens: null,
  trackClicks: null,
  stop: { onClick: false, onReply: false, onLeaving: false, onField: null },
};

/** What a draft says before anybody has said anything. */
export function emptyContent(newId: () => string): StoredContent {
  return { ...open, steps: [newStep({ id: newId(), variantId: newId() })], accounts: [] };
}

/** The version of its one mail, which is written and never changes. */
export const sentVersion = 1;

/** What a campaign says that was sent without being composed, or by an older version. */
export function sentContent(parts: readonly CountedCampaign[]): StoredContent {
  const [first] = parts;
  return {
    ...open,
    steps: [newStep({ id: sentStepId, variantId: sentStepId })],
    accounts: [...currentAccountsOf({ content: null }, parts)],
    trackOpens: first?.campaign.trackOpens ?? null,
    trackClicks: first?.campaign.trackClicks ?? null,
  };
}

function newStep({ id, variantId }: { id: string; variantId: string }): CampaignStep {
  return {
    id,
    delayMinutes: 0,
    condition: { kind: "always" },
    sameThread: false,
    variants: [{ id: variantId, share: 100 }],
    test: null,
  };
}
