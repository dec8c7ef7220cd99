import type { Context } from "hono";
import { limits } from "../contract/limits.ts";
import type { IslandRegistry } from "../pages/Island.tsx";
import { createApp } from "./app.ts";
import type { Asset } from "./build/asset.ts";
import { loadAssets } from "./build/loadAssets.ts";
import { loadRegistry } from "./build/loadRegistry.ts";
import type { Core } from "./core.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { type Listener, listen } from "./listen.ts";
import { ownOrigins } from "./middleware/ownOrigins.ts";
import { createPages } from "./pages/pages.ts";
import { createRecipientPage } from "./pages/recipientPage.tsx";
import { createRenderer } from "./pages/renderPage.tsx";
import { createSandboxPages } from "./pages/sandboxPages.tsx";
import { createHub } from "./realtime/hub.ts";
import { isSocketPath, type SocketData } from "./realtime/socket.ts";
import { apiRoutes } from "./routes/api.ts";
import { authRoutes } from "./routes/auth.ts";
import { collectionRoutes } from "./routes/collections.ts";
import { fileRoutes } from "./routes/files.ts";
import { googleCallback } from "./routes/googleCallback.ts";
import { leadRoutes } from "./routes/leads.ts";
import { recipientRoutes } from "./routes/recipients.ts";
import { sandboxRoutes } from "./routes/sandbox.ts";
import { templateRoutes } from "./routes/templates.ts";
import { createSendingSystem, type SendingSystem } from "./sendingSystem.ts";
import { createCollectionService } from "./services/collections.ts";
import { createGoogleConnect } from "./services/googleConnect.ts";
import { createGoogleSignIn } from "./services/googleSignIn.ts";
import { createIdentity, type Identity } from "./services/identity.ts";
import { createLeadImportService } from "./services/leadImports.ts";
import { createLeadService } from "./services/leads.ts";
import { createRecipientsService } from "./services/recipients.ts";
import { createSandboxService } from "./services/sandbox.ts";
import { createTemplateService } from "./services/templates.ts";
import type { Settings } from "./settings.ts";
import { createSheets } from "./sheets/sheets.ts";

export type Running = {
  /** Where people reach it, without a slash at the end. */
  url: string;
  /** The port that is really open, where PUBLIC_URL names another place. */
  listeningOn: string;
  core: Core;
  identity: Identity;
  /** Stops listening, lets requests under way end for a while, and closes the database. */
  close(): Promise<void>;
};

export type BootOptions = {
  dev?: boolean;
  /** What pages are made of, ready-made, for tests that start many servers; built here when left out. */
  site?: Site;
};

export type Site = { assets: readonly Asset[]; registry: IslandRegistry };

/** Bundles the islands, or takes them out of the binary when this is one. */
export async function loadSite({ dev }: { dev: boolean }): Promise<Site> {
  const [assets, registry] = await Promise.all([loadAssets({ dev }), loadRegistry()]);
  return { assets, registry };
}

/** Starts a server over one data folder. @throws {Error} that says what to do about it. */
export async function boot(settings: Settings, options: BootOptions = {}): Promise<Running> {
  const site = options.site ?? (await loadSite({ dev: options.dev ?? false }));
  const installation = await openInstallation(settings);
  let origins: ReadonlySet<string> = new Set();
  const isOwnOrigin = (origin: string) => origins.has(origin);
  let snapshot: SendingSystem["snapshot"] = async () => [];
  const hub = createHub({
    clock: installation.core.clock,
    isOwnOrigin,
    snapshot: (ownerId) => snapshot(ownerId),
  });
  const listener = await listenOrClose({ settings, websocket: hub.websocket }, installation);
  const publicUrl = settings.publicUrl ?? listener.url;
  const core: Core = { ...installation.core, settings: { ...settings, publicUrl } };
  origins = ownOrigins({ publicUrl, host: settings.host, port: listener.port });

  const identity = createIdentity(core);
  const googleConnect = createGoogleConnect(core);
  const googleSignIn = createGoogleSignIn(core, identity);
  const { supportAddress } = settings;
  const render = createRenderer(site);
  const viewerOf = (context: Context) => context.get("caller") ?? undefined;
  const sandbox = createSandboxService(core);
  const recipients = createRecipientsService(core);
  const sheets = createSheets();
  const templates = createTemplateService(core);
  const sending = createSendingSystem({ core, publish: hub.publish, templateHtml: templates.htmlFor });
  snapshot = sending.snapshot;
  const routes = [
    ...authRoutes({ core, identity, googleSignIn, googleConnect }),
    ...apiRoutes(core),
    ...leadRoutes({ leads: createLeadService(core), imports: createLeadImportService(core) }),
    ...collectionRoutes(createCollectionService(core)),
    ...fileRoutes(sheets),
    ...templateRoutes(templates),
    ...sending.routes,
    ...sandboxRoutes(sandbox),
    ...recipientRoutes({ recipients, page: createRecipientPage({ render, supportAddress }) }),
  ];
  const pages = createPages({ ...site, viewerOf, supportAddress });
  const app = createApp({
    core,
    identity,
    routes,
    isOwnOrigin,
    pages: [pages, createSandboxPages({ sandbox, render, viewerOf, supportAddress })],
    callbacks: [googleCallback(googleConnect)],
  });
  const sweeping = setInterval(() => identity.sweep().catch(() => {}), limits.session.sweepEveryMs);
  sweeping.unref();
  identity.onSessionsEnded((sessionIds) => hub.endSessions(sessionIds));
  listener.answerWith(async (request, server) => {
    if (isSocketPath(new URL(request.url).pathname))
      return hub.upgrade(request, server, await identity.callerOf(request));
    return app.fetch(request, { remoteAddress: server.requestIP(request)?.address ?? "" });
  });
  await sending.dispatcher.start();

  return {
    url: publicUrl,
    listeningOn: listener.url,
    core,
    identity,
    async close() {
      clearInterval(sweeping);
      hub.close();
      await Promise.all([sheets.close(), listener.close(), sending.dispatcher.stop()]);
      await installation.close();
    },
  };
}

async function listenOrClose(
  options: Parameters<typeof listen<SocketData>>[0],
  installation: Installation,
): Promise<Listener<SocketData>> {
  try {
    return listen(options);
  } catch (error) {
    await installation.close();
    throw error;
  }
}
