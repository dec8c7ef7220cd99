import type { Context } from "hono";
import type { SiteFacts } from "../pages/shell/siteFacts.ts";
import { createAccountCare } from "./accountCare.ts";
import { createApp } from "./app.ts";
import type { Core } from "./core.ts";
import { createGoogleCare } from "./googleCare.ts";
import { createImageFiles } from "./pages/imageFiles.ts";
import { createLogout } from "./pages/logout.ts";
import { createNotFound, createPages } from "./pages/pages.ts";
import { createPreviewPage } from "./pages/previewPage.ts";
import { createRenderer } from "./pages/renderPage.tsx";
import { createSandboxPages } from "./pages/sandboxPages.tsx";
import type { UnnumberedMessage } from "./realtime/hub.ts";
import { createRecipientCare } from "./recipientCare.ts";
import { apiRoutes } from "./routes/api.ts";
import { authRoutes } from "./routes/auth.ts";
import { collectionRoutes } from "./routes/collections.ts";
import { designRoutes } from "./routes/design.ts";
import { fileRoutes } from "./routes/files.ts";
import { importRoutes } from "./routes/imports.ts";
import { leadRoutes } from "./routes/leads.ts";
import { sandboxRoutes } from "./routes/sandbox.ts";
import { templateRoutes } from "./routes/templates.ts";
import { createSendingSystem } from "./sendingSystem.ts";
import { createCollectionService } from "./services/collections.ts";
import { createIdentity } from "./services/identity.ts";
import { createImageService } from "./services/images.ts";
import { createImportService } from "./services/imports.ts";
import { createLeadImportService } from "./services/leadImports.ts";
import { createLeadService } from "./services/leads.ts";
import { createSandboxService } from "./services/sandbox.ts";
import { createSavedRowService } from "./services/savedRows.ts";
import { createTemplateDeletions } from "./services/templateDeletions.ts";
import { createTemplateHistory } from "./services/templateHistory.ts";
import { createTemplateService } from "./services/templates.ts";
import { createSheets } from "./sheets/sheets.ts";
import type { Site } from "./site.ts";

type Parts = {
  core: Core;
  site: Site;
  facts: SiteFacts;
  isOwnOrigin: (origin: string) => boolean;
  publish(ownerId: string, message: UnnumberedMessage): void;
};

/** Every service over one core, the routes that speak for them, and the app that holds the routes. */
export function compose({ core, site, facts, isOwnOrigin, publish }: Parts) {
  const identity = createIdentity(core);
  const render = createRenderer({ ...site, facts });
  const viewerOf = (context: Context) => context.get("caller") ?? undefined;
  const sandbox = createSandboxService(core);
  const sheets = createSheets();
  const templates = createTemplateService(core);
  const history = createTemplateHistory(core);
  const deletions = createTemplateDeletions(core);
  const images = createImageService(core);
  const rows = createSavedRowService(core);
  const leads = createLeadService(core);
  const files = createImportService(core);
  const sending = createSendingSystem({ core, publish, templateHtml: templates.htmlFor });
  const google = createGoogleCare({ core, identity, goOn: sending.goOn, render });
  const care = createAccountCare({
    core,
    identity,
    restartLane: (credentialId) => sending.dispatcher.restartLane(credentialId),
    giveBack: sending.giveBack,
    removeFiles: files.sweep,
  });
  const routes = [
    ...authRoutes({ core, identity, ...google, passwordResets: care.passwordResets }),
    ...care.routes,
    ...apiRoutes(core),
    ...leadRoutes({ leads, imports: createLeadImportService(core) }),
    ...collectionRoutes(createCollectionService(core)),
    ...fileRoutes(sheets),
    ...importRoutes(files),
    ...templateRoutes({ core, templates, history, deletions }),
    ...designRoutes({ images, rows }),
    ...sending.routes,
    ...sandboxRoutes(sandbox),
    ...createRecipientCare({ core, render }),
  ];
  const pageOptions = { ...site, facts, viewerOf, styleguide: core.settings.styleguide };
  const app = createApp({
    core,
    identity,
    routes,
    isOwnOrigin,
    pages: [
      createPages(pageOptions),
      createSandboxPages({ sandbox, render, viewerOf }),
      createPreviewPage({ core, viewerOf }),
      createImageFiles(images),
      createLogout({ core, identity }),
    ],
    notFoundPage: createNotFound(pageOptions),
    callbacks: [google.callback],
  });
  /** Lets go of what nobody can bring back any more. */
  const forgetOld = async () => {
    for (const kept of [leads, deletions, history, images, rows, files]) await kept.forgetOld();
  };
  return { app, identity, forgetOld, sending, sheets, files, care };
}
