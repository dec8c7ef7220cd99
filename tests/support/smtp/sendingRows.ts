import type { Database } from "../../../db/database.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";

/** A sending account as the database has it, changed as a test wants. */
export function credentialRow(changes: Partial<CredentialRow> = {}): CredentialRow {
  return {
    id: "account",
    workspaceId: "ada",
    provider: "smtp",
    appEmail: "ada@example.com",
    alias: "Ada",
    type: "manual",
    secret: null,
    googleSubject: null,
    microsoftSubject: null,
    host: null,
    port: null,
    security: null,
    displayName: null,
    user: null,
    perDay: null,
    perMinute: null,
    gapMs: 0,
    connections: null,
    rampPerDay: null,
    rampStartedAt: null,
    paused: false,
    pausedReason: null,
    pausedUntil: null,
    createdAt: 1,
    ...changes,
  };
}

/** A campaign on that account, changed as a test wants. */
export function campaignRow(changes: Partial<CampaignRow> = {}): CampaignRow {
  return {
    id: "campaign",
    workspaceId: "ada",
    credentialId: "account",
    provider: "smtp",
    fromAlias: "Ada",
    fromEmail: "ada@example.com",
    senderName: null,
    senderAddress: null,
    subject: "Hello",
    state: "running",
    pausedBy: null,
    pausedReason: null,
    trackOpens: false,
    trackClicks: false,
    track: "always",
    requestKey: "once",
    requestDigest: null,
    total: 1,
    accepted: 1,
    createdAt: 1,
    finishedAt: null,
    rowMove: null,
    rowMoveAt: null,
    planId: null,
    step: 0,
    stepId: null,
    variantId: null,
    contentVersion: null,
    zone: null,
    window: null,
    spread: null,
    mailKind: null,
    ...changes,
  };
}

/** A campaign that has begun, as people know it: of one mail, by nobody in particular. */
export function planRow(id: string, changes: Partial<PlanRow> = {}): PlanRow {
  return {
    id,
    workspaceId: "ada",
    name: "Hello",
    kind: "once",
    state: "started",
    content: null,
    audience: null,
    pausedBy: null,
    pausedReason: null,
    version: 0,
    dueAt: null,
    holdUntil: null,
    createdBy: null,
    createdAt: 1,
    updatedAt: 1,
    startedAt: 1,
    endedAt: null,
    archivedAt: null,
    deletedAt: null,
    stepChange: null,
    ...changes,
  };
}

/** A lead of "ada" as the database has it, opted out of nothing, changed as a test wants. */
export function leadRow(id: string, email: string, changes: Partial<LeadRow> = {}): LeadRow {
  return {
    id,
    workspaceId: "ada",
    email,
    firstName: "",
    lastName: "",
    phone: "",
    searchText: "",
    emailHash: "",
    optout: false,
    emailCount: 0,
    openedCount: 0,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

type LeadRow = Database["tables"]["leads"]["$inferInsert"];
