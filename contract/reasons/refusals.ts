import { type AccountRefusals, accountRefusedAs, type SenderRefusals, senderRefusedAs } from "./accounts.ts";
import { type CampaignPlanRefusals, campaignPlanRefusedAs } from "./campaignPlans.ts";
import { type CampaignRefusals, campaignRefusedAs } from "./campaigns.ts";
import { type CustomFieldRefusals, customFieldRefusedAs } from "./customFields.ts";
import { type DomainRefusals, domainRefusedAs } from "./domains.ts";
import { type FieldRefusals, fieldRefusedAs } from "./fields.ts";
import { type IdentityRefusals, identityRefusedAs } from "./identity.ts";
import {
  fileRefusedAs,
  type ImportReasons,
  type ImportRefusals,
  importRefusedAs,
  rowCodes,
} from "./imports.ts";
import { type KeyRefusals, keyRefusedAs } from "./keys.ts";
import { type LeadRefusals, leadRefusedAs } from "./leads.ts";
import { mailboxCodes, readingRefusedAs } from "./reading.ts";
import { type RequestRefusals, requestRefusedAs } from "./requests.ts";
import { type SegmentRefusals, segmentRefusedAs } from "./segments.ts";
import { serverCodes } from "./sending.ts";
import type { RefusalsOf } from "./shapes.ts";
import { type TemplateRefusals, templateRefusedAs } from "./templates.ts";
import { type TransactionalRefusals, transactionalRefusedAs } from "./transactional.ts";
import { type WebhookRefusals, webhookRefusedAs } from "./webhooks.ts";

/** What is refused as what: the code that stands on the wire, and decides the status, by the finer one of the reason. */
export const refusedAs = {
  ...requestRefusedAs,
  ...identityRefusedAs,
  ...keyRefusedAs,
  ...senderRefusedAs,
  ...accountRefusedAs,
  ...domainRefusedAs,
  ...campaignRefusedAs,
  ...campaignPlanRefusedAs,
  ...fieldRefusedAs,
  ...customFieldRefusedAs,
  ...leadRefusedAs,
  ...segmentRefusedAs,
  ...fileRefusedAs,
  ...importRefusedAs,
  ...templateRefusedAs,
  ...webhookRefusedAs,
  ...transactionalRefusedAs,
  ...readingRefusedAs,
} as const;

/** Why something that was asked for is refused. */
export type RefusalReasons = RequestRefusals &
  DomainRefusals &
  IdentityRefusals &
  KeyRefusals &
  SenderRefusals &
  AccountRefusals &
  CampaignRefusals &
  CampaignPlanRefusals &
  FieldRefusals &
  CustomFieldRefusals &
  LeadRefusals &
  SegmentRefusals &
  Pick<ImportReasons, keyof typeof fileRefusedAs> &
  ImportRefusals &
  TemplateRefusals &
  WebhookRefusals &
  TransactionalRefusals &
  RefusalsOf<typeof readingRefusedAs, Record<never, never>>;
export type RefusalReason = keyof typeof refusedAs;

/** Every code that a refusal may have: its own, and what a row or a mail server was refused for. */
export function refusalCodes(): string[] {
  return [...new Set([...Object.keys(refusedAs), ...rowCodes(), ...serverCodes(), ...mailboxCodes()])];
}
