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
export function compose({ isOwnOrigin, metrics, ...parts }: Parts) {
  const { core, site, facts, onChange = nobody } = parts;
  const services = servicesOf(parts);
  const { identity, sending, sheets, sandbox, render, kept, visits } = services;
  const { keys, requests, once } = services.ofKeys;
  const pageOptions = { ...site, facts, viewerOf, styleguide: core.settings.styleguide };
  const app = createApp({
    core,
    sessions: identity,
    keys,
    noteRequest: requests.note,
    once: once.checks,
    routes: routesOf(core, services),
    isOwnOrigin,
    onChange,
    site: { ...site, facts },
    pages: pagesOf({ core, pageOptions, sandbox, render, images: kept.images, identity, metrics }),
    programs: [createAgentPage({ core, sessions: identity, answer: (...asked) => app.fetch(...asked) })],
    notFoundPage: createNotFound(pageOptions),
    callbacks: visits.callbacks,
  });
  return { app, identity, keys, requests, sending, sheets, work: workOf(core, services) };
}

type Services = ReturnType<typeof servicesOf>;

function servicesOf({
  core,
  site,
  facts,
  sender,
  onChange = nobody,
}: Omit<Parts, "isOwnOrigin" | "metrics">) {
  const identity = createIdentity(core);
  const { notices } = identity;
  const render = createRenderer({ ...site, facts });
  const { templates, history, deletions, ...kept } = composeTemplates(core);
  const jobs = createJobs(core);
  const ofLeads = composeLeads(core, { jobs });
  const files = createImportService(core, { jobs });
  const { recipients, arrivals } = composeRecipients(core, { jobs, sender, onChange });
  const mails = createMailResponses(core, { sender, recipients, onChange });
  const { readings, ...inbound } = composeInbound(core, { notices, mails, onChange });
  const { contentFor: templateContent } = templates;
  const sending = composeSending({ core, jobs, sender, readings, templateContent, onChange });
  return {
    identity,
    ofKeys: composeKeys(core, notices),
    ofLeads,
    render,
    sandbox: createSandboxService(core),
    sheets: createSheets(),
    templates,
    history,
    deletions,
    kept,
    jobs,
    files,
    recipients,
    arrivals,
    inbound,
    sending,
    visits: composeVisits({ core, identity, accounts: sending.connected, readings, render }),
    account: composeAccount({
      core,
      jobs,
      identity,
      permissions: sending.forJobs.permissions,
      removeFiles: files.sweep,
      restartLane: sender.quiet,
    }),
    webhooks: composeWebhooks(core, {
      notices,
      ...sending.shown,
      accounts: sending.offered.accounts,
      import: (key) => files.one(key, { signal: never.signal }),
    }),
    start: createStart(core, { leads: ofLeads.leads, templates, deletions, sender, ...sending.offered }),
  };
}

function routesOf(core: Core, services: Services) {
  const { identity, visits, account, templates, history, deletions, arrivals, recipients, render } = services;
  return [
    ...services.ofKeys.routes,
    ...authRoutes({ core, identity, ...visits, passwordResets: account.passwordResets }),
    ...account.routes,
    ...apiRoutes(core),
    ...services.webhooks.routes,
    ...jobRoutes(core, services.jobs),
    ...services.ofLeads.routes,
    ...fileRoutes(core, services.sheets),
    ...importRoutes(services.files),
    ...templateRoutes({ core, templates, history, deletions }),
    ...designRoutes(services.kept),
    ...services.sending.routes,
    ...services.inbound.routes,
    ...sandboxRoutes(services.sandbox),
    ...startRoutes(services.start),
    ...composeTracking({ core, arrivals, recipients, render }),
  ];
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
function workOf(core: Core, { jobs, inbound, ...services }: Services) {
  const { keys, requests, once } = services.ofKeys;
  const { runner } = services.webhooks;
  const { readers } = inbound;
  const handlers = jobHandlers({
    ...services.kept,
    ...services.sending.forJobs,
    jobs,
    sessions: services.identity,
    ...services.ofLeads,
    leadSearch: createLeadIndexing(core),
    templates: services.deletions,
    templateVersions: services.history,
    imports: services.files,
    account: services.account,
    webhooks: services.webhooks,
    keys,
    requests,
    idempotentCalls: once,
  });
  return {
    start() {
      jobs.start(handlers);
      runner.start();
      readers.start();
    },
    // What is made of a mail may leave jobs behind, which are then the next process'.
    close: () => Promise.all([jobs.close(), runner.close(), readers.close()]),
  };
}

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
    leads,
    fields: customFields,
    collections,
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
