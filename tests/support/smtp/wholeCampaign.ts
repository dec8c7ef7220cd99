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
export const wholeDelivery = { step: 0, variantId: null, credentialId: "account", triedAt: null } as const;
