import type { Context } from "hono";
import type { SiteFacts } from "../../pages/shell/siteFacts.ts";
import { createSetupPages } from "../accounts/setup/setupPages.tsx";
import { createAgentPage } from "../api/agentPage.ts";
import { apiRoutes } from "../api/routes.ts";
import type { Site } from "../build/site.ts";
import { createMailResponses } from "../campaigns/responses/mailResponses.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import type { Metrics } from "../core/metrics.ts";
import { createApp } from "../http/app.ts";
import { createMetricsPage } from "../http/pages/metricsPage.ts";
import { createNotFound, createPages } from "../http/pages/pages.ts";
import { createRenderer } from "../http/pages/renderPage.tsx";
import { createIdentity } from "../identity/identity.ts";
import { createLogout } from "../identity/logout.ts";
import { authRoutes } from "../identity/routes.ts";
import { fileRoutes } from "../imports/convertRoutes.ts";
import { createImportService } from "../imports/imports.ts";
import { importRoutes } from "../imports/routes.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { jobRoutes } from "../jobs/routes.ts";
import { createBoundedLeads } from "../leads/boundedLeads.ts";
import { createCollectionService } from "../leads/collections.ts";
import { createCustomFieldService } from "../leads/customFields.ts";
import { createLeadImportService } from "../leads/leadImports.ts";
import { createLeadIndexing } from "../leads/leadIndexing.ts";
import { createLeadNoteService } from "../leads/leadNotes.ts";
import { createLeadService } from "../leads/leads.ts";
import { leadRoutes } from "../leads/routes.ts";
import { createSegmentService } from "../leads/segments/segments.ts";
import type { Change } from "../realtime/hub.ts";
import { sandboxRoutes } from "../sandbox/routes.ts";
import { createSandboxService } from "../sandbox/sandbox.ts";
import { createSandboxPages } from "../sandbox/sandboxPages.tsx";
import type { SendingPort } from "../sending/boundary/port.ts";
import { createSheets } from "../sheets/sheets.ts";
import { startRoutes } from "../start/routes.ts";
import { createStart } from "../start/start.ts";
import { designRoutes } from "../templates/designRoutes.ts";
import { createImageFiles } from "../templates/imageFiles.ts";
import { createImageService } from "../templates/images.ts";
import { createPreviewPage } from "../templates/previewPage.ts";
import { templateRoutes } from "../templates/routes.ts";
import { createSavedRowService } from "../templates/savedRows.ts";
import { createTemplateDeletions } from "../templates/templateDeletions.ts";
import { createTemplateFolderService } from "../templates/templateFolders.ts";
import { createTemplateHistory } from "../templates/templateHistory.ts";
import { createTemplateService } from "../templates/templates.ts";
import { createRecipientDetours } from "../tracking/recipientPages.tsx";
import { composeAccount } from "./account.ts";
import { composeInbound } from "./inbound.ts";
import { jobHandlers } from "./jobs.ts";
import { composeKeys } from "./keys.ts";
import { composeSending } from "./sending.ts";
import { composeRecipients, composeTracking } from "./tracking.ts";
import { composeVisits } from "./visits.ts";
import { composeWebhooks } from "./webhooks.ts";

type Parts = {
  core: Core;
  site: Site;
  facts: SiteFacts;
  isOwnOrigin: (origin: string) => boolean;
  metrics: Metrics;
  /** Whoever sends. */
  sender: SendingPort;
  /** Tells whoever watches a workspace what has changed in it. */
  onChange?: (change: Change) => void;
};

const nobody = () => {};

/** Every service over one core, the routes that speak for them, and the app that holds the routes. */
export function compose({ core, site, facts, isOwnOrigin, metrics, sender, onChange = nobody }: Parts) {
  const identity = createIdentity(core);
  const render = createRenderer({ ...site, facts });
  const sandbox = createSandboxService(core);
  const sheets = createSheets();
  const { templates, history, deletions, ...kept } = composeTemplates(core);
  const jobs = createJobs(core);
  const { routes: routesOfLeads, ...ofLeads } = composeLeads(core, { jobs });
  const files = createImportService(core, { jobs });
  const { recipients, arrivals } = composeRecipients(core, { jobs, sender, onChange });
  const mails = createMailResponses(core, { sender, recipients, onChange });
  const { readings, ...inbound } = composeInbound(core, { notices: identity.notices, mails, onChange });
  const { contentFor: templateContent } = templates;
  const sending = composeSending({ core, jobs, sender, readings, templateContent, onChange });
  const visits = composeVisits({ core, identity, accounts: sending.connected, readings, render });
  const account = composeAccount({
    ...{ core, jobs, identity, permissions: sending.permissions, removeFiles: files.sweep },
    restartLane: sender.quiet,
  });
  const { keys, requests, once, ...ofKeys } = composeKeys(core, identity.notices);
  const webhooks = composeWebhooks(core, {
    ...{ notices: identity.notices, ...sending.shown, accounts: sending.offered.accounts },
    import: (key) => files.one(key, { signal: never.signal }),
  });
  const routes = [
    ...ofKeys.routes,
    ...authRoutes({ core, identity, ...visits, passwordResets: account.passwordResets }),
    ...account.routes,
    ...apiRoutes(core),
    ...webhooks.routes,
    ...jobRoutes(core, jobs),
    ...routesOfLeads,
    ...fileRoutes(core, sheets),
    ...importRoutes(files),
    ...templateRoutes({ core, templates, history, deletions }),
    ...designRoutes(kept),
    ...sending.routes,
    ...inbound.routes,
    ...sandboxRoutes(sandbox),
    ...startRoutes(
      createStart(core, { leads: ofLeads.leads, templates, deletions, sender, ...sending.offered }),
    ),
    ...composeTracking({ core, arrivals, recipients, render }),
  ];
  const pageOptions = { ...site, facts, viewerOf, styleguide: core.settings.styleguide };
  const app = createApp({
    core,
    sessions: identity,
    ...{ keys, noteRequest: requests.note, once: once.checks },
    routes,
    ...{ isOwnOrigin, onChange, site: { ...site, facts } },
    pages: pagesOf({ core, pageOptions, sandbox, render, images: kept.images, identity, metrics }),
    programs: [createAgentPage({ core, sessions: identity, answer: (...asked) => app.fetch(...asked) })],
    notFoundPage: createNotFound(pageOptions),
    callbacks: visits.callbacks,
  });
  const work = workOf(
    { jobs, webhooks: webhooks.runner, readers: inbound.readers },
    {
      ...{ jobs, sessions: identity, ...ofLeads, templates: deletions, templateVersions: history },
      ...{ ...kept, imports: files, account, permissions: sending.permissions, webhooks },
      ...{ keys, requests, idempotentCalls: once, leadSearch: createLeadIndexing(core) },
      ...{ campaigns: sending.drafts, mails: sending.mails, accountHealth: sending.health },
      ...{ domains: sending.domains, starts: sending.startHandlers, sequences: sending.sequences },
    },
  );
  return { app, identity, keys, requests, sending, sheets, work };
}

type OfPages = {
  core: Core;
  pageOptions: Parameters<typeof createPages>[0];
  sandbox: ReturnType<typeof createSandboxService>;
  render: ReturnType<typeof createRenderer>;
  images: ReturnType<typeof createImageService>;
  identity: ReturnType<typeof createIdentity>;
  metrics: Metrics;
};

/** What people and their browsers ask for that is no call of the contract. */
function pagesOf({ core, pageOptions, sandbox, render, images, identity, metrics }: OfPages) {
  return [
    createPages(pageOptions),
    createRecipientDetours(),
    createSandboxPages({ settings: core.settings, sandbox, render, viewerOf }),
    createSetupPages({ core, render, viewerOf }),
    createPreviewPage({ core, viewerOf }),
    createImageFiles(images),
    createLogout({ core, identity }),
    createMetricsPage(core, metrics),
  ];
}

/** What a process does that nobody waits for: the jobs, telling webhooks, and reading mailboxes. */
function workOf({ jobs, webhooks, readers }: Workers, parts: Parameters<typeof jobHandlers>[0]) {
  const handlers = jobHandlers(parts);
  return {
    start() {
      jobs.start(handlers);
      webhooks.start();
      readers.start();
    },
    // What is made of a mail may leave jobs behind, which are then the next process'.
    close: () => Promise.all([jobs.close(), webhooks.close(), readers.close()]),
  };
}

type Workers = {
  jobs: Jobs;
  webhooks: ReturnType<typeof composeWebhooks>["runner"];
  readers: ReturnType<typeof composeInbound>["readers"];
};

/** Templates, and what people keep to build mails from. */
function composeTemplates(core: Core) {
  return {
    templates: createTemplateService(core),
    history: createTemplateHistory(core),
    deletions: createTemplateDeletions(core),
    images: createImageService(core),
    savedRows: createSavedRowService(core),
    templateFolders: createTemplateFolderService(core),
  };
}

function composeLeads(core: Core, { jobs }: { jobs: Jobs }) {
  const leads = createLeadService(core);
  const customFields = createCustomFieldService(core);
  const collections = createCollectionService(core, { jobs });
  const routes = leadRoutes({
    ...{ leads, fields: customFields, collections },
    bounded: createBoundedLeads(core, { leads, collections }),
    imports: createLeadImportService(core),
    segments: createSegmentService(core),
    notes: createLeadNoteService(core),
  });
  return { leads, customFields, collections, routes };
}

/** Whoever tells of an import waits for as long as it takes to look. */
const never = new AbortController();

/** A page shows what the plan of the workspace allows. */
function viewerOf(context: Context): Caller | undefined {
  const caller: Caller | null = context.get("caller");
  return caller === null ? undefined : { ...caller, status: caller.scope.status };
}
