import { domainLimits } from "../../contract/limits/accounts/domains.ts";
import { healthLimits } from "../../contract/limits/accounts/health.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { designLimits } from "../../contract/limits/design.ts";
import { jobLimits } from "../../contract/limits/jobs.ts";
import { leadLimits, searchLimits } from "../../contract/limits/leads.ts";
import { transactionalLimits } from "../../contract/limits/sending.ts";
import { templateLimits } from "../../contract/limits/templates.ts";
import type { JobKind } from "../../contract/schemas/jobs.ts";
import type { JobHandler } from "../jobs/handler.ts";

type Forgetting = { forgetOld(): Promise<void> };

type Parts = {
  domains: { lookAtDue(signal: AbortSignal): Promise<void> };
  jobs: Forgetting;
  sessions: { sweep(): Promise<void> };
  leads: Forgetting;
  collections: { forgetting: JobHandler };
  leadSearch: { fill(signal: AbortSignal): Promise<void> };
  templates: Forgetting;
  templateVersions: Forgetting;
  images: Forgetting;
  savedRows: Forgetting;
  templateFolders: Forgetting;
  campaigns: Forgetting;
  mails: Forgetting;
  accountHealth: Forgetting;
  starts: Record<"campaignStart" | "campaignStarts", JobHandler>;
  sequences: Record<"campaignsDue" | "campaignAdvance" | "campaignJoin", JobHandler>;
  customFields: Forgetting;
  imports: Forgetting & { handler: JobHandler };
  keys: Forgetting;
  requests: Forgetting;
  idempotentCalls: Forgetting;
  permissions: { handler: JobHandler };
  webhooks: Forgetting;
  account: { handlers: Record<"systemMail" | "accountRemoval", JobHandler> };
};

const { sweepEveryMs } = jobLimits;

/** Who does the jobs of each kind. What only throws away what is past its time may be done twice, or late. */
export function jobHandlers(parts: Parts): Record<JobKind, JobHandler> {
  return {
    ...parts.account.handlers,
    ...parts.starts,
    ...parts.sequences,
    permissionReturn: parts.permissions.handler,
    lookAtDomains: { everyMs: domainLimits.everyMs, run: ({ signal }) => parts.domains.lookAtDue(signal) },
    import: parts.imports.handler,
    indexLeads: { everyMs: searchLimits.everyMs, run: ({ signal }) => parts.leadSearch.fill(signal) },
    forgetSessions: { everyMs: sweepEveryMs, run: parts.sessions.sweep },
    forgetLeads: forgetting(parts.leads, leadLimits.undoMs),
    forgetMemberships: parts.collections.forgetting,
    forgetCustomFields: forgetting(parts.customFields, leadLimits.undoMs),
    forgetTemplates: forgetting(parts.templates, templateLimits.undoMs),
    forgetTemplateVersions: forgetting(parts.templateVersions, sweepEveryMs),
    forgetImages: forgetting(parts.images, designLimits.undoMs),
    forgetSavedRows: forgetting(parts.savedRows, designLimits.undoMs),
    forgetTemplateFolders: forgetting(parts.templateFolders, templateLimits.undoMs),
    forgetCampaigns: forgetting(parts.campaigns, campaignLimits.undoMs),
    forgetMails: forgetting(parts.mails, transactionalLimits.sweepEveryMs),
    forgetAccountDays: forgetting(parts.accountHealth, healthLimits.sweepEveryMs),
    forgetImports: forgetting(parts.imports, sweepEveryMs),
    forgetWebhookEvents: forgetting(parts.webhooks, sweepEveryMs),
    forgetJobs: forgetting(parts.jobs, sweepEveryMs),
    forgetKeys: forgetting(parts.keys, sweepEveryMs),
    forgetIdempotentCalls: forgetting(parts.idempotentCalls, sweepEveryMs),
    forgetRequests: forgetting(parts.requests, sweepEveryMs),
  };
}

function forgetting({ forgetOld }: Forgetting, everyMs: number): JobHandler {
  return { everyMs, run: forgetOld };
}
