import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";

export type StepActions = {
  onChange: (step: CampaignStep) => void;
  /** Null for the only mail: a campaign has one. */
  onRemove: (() => void) | null;
  /** A variant is gone from the step; `said` tells which. */
  onRemoveVariant: (step: CampaignStep, said: string) => void;
  onMove: (by: 1 | -1) => void;
  onDuplicate: () => void;
};
