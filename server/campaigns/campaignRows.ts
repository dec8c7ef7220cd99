import type { Scope } from "../../contract/identity/scope.ts";
import type { SkipReason } from "../../contract/reasons/sending.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import type { Campaign, SendInput } from "../../contract/schemas/campaign.ts";
import { senderMailbox } from "../../contract/sending/senderMailbox.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import type { AudienceLead } from "../../db/stores/campaigns/audience.ts";
import type { CampaignSender } from "../../db/stores/campaigns/campaignAccounts.ts";
import { type CampaignRow, preparing, type StoredCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { reasonColumns } from "../../db/stores/campaigns/deliveryReason.ts";
import type { NewDelivery } from "../../db/stores/campaigns/ledger.ts";
import type { TrackingChoice } from "../../db/stores/identity/preferences.ts";
import { senderAccountOf } from "../accounts/index.ts";
import type { Core } from "../core/core.ts";
import { campaignSenderText } from "../sending/campaignSender.ts";
import { recipientsOf } from "../sending/dispatch/tally.ts";

/** Why a lead will not be mailed, or null. */
export function reasonToSkip(
  lead: AudienceLead,
  suppressed: Set<string>,
  frozenAfterId: string | null,
): Reason<SkipReason> | null {
  if (lead.optout) return reason("opted_out");
  if (suppressed.has(lead.email)) return reason("unsubscribed");
  if (frozenAfterId !== null && lead.id > frozenAfterId) return reason("over_plan");
  return null;
}

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
  return {
    id: core.newId(),
    workspaceId: of.scope.workspaceId,
    ...senderColumnsOf(of.account),
    subject: of.input.subject,
    state: preparing,
    pausedBy: null,
    pausedReason: null,
    trackOpens: of.tracking.opens,
    trackClicks: of.tracking.clicks,
    track: "always",
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

/** A campaign as the wire shows it. */
export function campaignOnTheWire(
  row: CampaignRow,
  more: Pick<
    Campaign,
    "counts" | "waiting" | "waitingCause" | "nextAt" | "opened" | "machineOpened" | "clicked"
  >,
): Campaign {
  return {
    _id: row.id,
    subject: row.subject,
    from: campaignSenderText(row),
    provider: row.provider,
    state: row.state,
    ...more,
    total: row.total,
    recipients: recipientsOf(row, more.counts),
    trackOpens: row.trackOpens,
    trackClicks: row.trackClicks,
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  };
}
