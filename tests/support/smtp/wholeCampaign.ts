import type { Campaign } from "../../../contract/schemas/campaign.ts";

/** What the wire says of a campaign besides what its one part does, where nobody composed it. */
export const wholeCampaign: Pick<
  Campaign,
  | "name"
  | "kind"
  | "accounts"
  | "audience"
  | "steps"
  | "version"
  | "createdBy"
  | "startAt"
  | "holdUntil"
  | "archivedAt"
> = {
  name: "Spring news",
  kind: "once",
  accounts: [],
  audience: null,
  steps: 1,
  version: 0,
  createdBy: null,
  startAt: null,
  holdUntil: null,
  archivedAt: null,
};

/** What a row of a ledger says of the part that it stands in. */
export const wholeDelivery = {
  step: 0,
  variantId: null,
  credentialId: "account",
  triedAt: null,
  repliedAt: null,
  complainedAt: null,
} as const;

/** One that a single account sent to nobody yet: each test says what is otherwise. */
export const someCampaign: Campaign = {
  ...wholeCampaign,
  _id: "c1",
  subject: "Spring news",
  from: "Ada <ada@example.com>",
  provider: "smtp",
  state: "finished",
  waiting: null,
  waitingCause: null,
  nextAt: null,
  total: 0,
  recipients: 0,
  counts: { queued: 0, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 },
  trackOpens: true,
  trackClicks: true,
  opened: 0,
  machineOpened: 0,
  replied: 0,
  complained: 0,
  clicked: 0,
  createdAt: 0,
  finishedAt: 1,
};
