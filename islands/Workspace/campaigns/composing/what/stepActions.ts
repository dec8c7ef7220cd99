import type { CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";

export type StepActions = {
  onChange: (step: CampaignStep) => void;
  /** Null for the only mail: a campaign has one. */
  onRemove: (() => void) | null;
  /** A variant is gone from the step; `said` tells which. */
  onRemoveVariant: (step: CampaignStep, said: string) => void;
  onMove: (by: 1 | -1) => void;
  onDuplicate: () => void;
  onAddAfter: () => void;
};

/** What of one step may change as its campaign stands. */
export type StepRules = {
  /** What its mails say. */
  mayWrite: boolean;
  /** When it goes and to whom. */
  mayTime: boolean;
  /** Everything else of it but what its mails say, and whether it is there at all. */
  mayChange: boolean;
  mayAdd: boolean;
  mayMoveUp: boolean;
  mayMoveDown: boolean;
  /** How far leads have come with it; "" while nobody is on the way. */
  note: string;
};
