import type { Scope } from "../../contract/identity/scope.ts";
import type { SkipReason } from "../../contract/reasons/sending.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import type { PlanAudience } from "../../contract/schemas/campaignPlan.ts";
import { senderMailbox } from "../../contract/sending/senderMailbox.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import type { AudienceLead } from "../../db/stores/campaigns/audience.ts";
import type { CampaignSender } from "../../db/stores/campaigns/campaignAccounts.ts";
import { type NewPlan, preparing, type StoredCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { reasonColumns } from "../../db/stores/campaigns/deliveryReason.ts";
import type { NewDelivery } from "../../db/stores/campaigns/newDeliveries.ts";
import type { TrackingChoice } from "../../db/stores/identity/preferences.ts";
import type { Barred } from "../../db/stores/leads/suppressions.ts";
import { senderAccountOf } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";

/** Why a lead will not be mailed, or null. */
export function skipReasonOf(
  lead: AudienceLead,
  barred: ReadonlyMap<string, Barred>,
  frozenAfterId: string | null,
): Reason<SkipReason> | null {
  if (lead.optout) return reason("opted_out");
  const why = barred.get(lead.email);
  if (why !== undefined) return reason(why);
  if (frozenAfterId !== null && lead.id > frozenAfterId) return reason("over_plan");
  return null;
}

/** What a part is where there is one alone, which nobody composed. */
export const onlyPart = {
  mailKind: null as string | null,
  step: 0,
  stepId: null,
  variantId: null,
  contentVersion: null,
  zone: null,
  window: null,
  spread: null,
};

/** A campaign that is still being prepared. */
export function newCampaign(
  core: Core,
  of: {
    scope: Scope;
    account: CredentialRow;
    input: SendInput;
    tracking: TrackingChoice;
    requestKey: string;
    requestDigest: string;
  },
): StoredCampaign {
  const id = core.newId();
  return {
    id,
    ...onlyPart,
    planId: id,
    workspaceId: of.scope.workspaceId,
    ...senderColumnsOf(of.account),
    subject: of.input.subject,
    state: preparing,
    pausedBy: null,
    pausedReason: null,
    trackOpens: of.tracking.opens,
    trackClicks: of.tracking.clicks,
    track: of.tracking.track,
    requestKey: of.requestKey,
    requestDigest: of.requestDigest,
    total: 0,
    accepted: 0,
    createdAt: core.clock.now(),
    finishedAt: null,
    rowMove: null,
    rowMoveAt: null,
  };
}

/** From whom the mails of an account come, as it is frozen in a campaign. */
export function senderColumnsOf(account: CredentialRow): CampaignSender {
  const sender = senderMailbox(senderAccountOf(account));
  return {
    credentialId: account.id,
    provider: account.provider,
    fromAlias: account.alias,
    fromEmail: account.appEmail,
    senderName: sender.name,
    senderAddress: sender.address,
  };
}

export function newDelivery(
  core: Core,
  { row, lead, why }: { row: StoredCampaign; lead: AudienceLead; why: Reason | null },
): NewDelivery {
  return {
    id: core.newId(),
    campaignId: row.id,
    workspaceId: row.workspaceId,
    leadId: lead.id,
    email: lead.email,
    state: why === null ? "queued" : "skipped",
    ...reasonColumns(why),
    attempts: 0,
    dueAt: row.createdAt,
  };
}

/** What stands for a send as a whole that nobody composed. */
export function newSentPlan(row: StoredCampaign, { userId }: Scope, audience: PlanAudience | null): NewPlan {
  const { id, workspaceId, subject, createdAt } = row;
  return {
    id,
    workspaceId,
    name: subject,
    kind: "once",
    state: preparing,
    audience,
    createdBy: userId,
    createdAt,
    updatedAt: createdAt,
  };
}
