import type { WorkspaceId } from "../contract/identity/scope.ts";
import type { SiteFacts } from "../pages/shell/siteFacts.ts";
import type { Connection } from "../platform/serve.ts";
import { loadSite, type Site } from "./build/site.ts";
import { composedProgress } from "./campaigns/plans/composedProgress.ts";
import { chooseSender, type SenderPlace, watchSenders } from "./compose/chooseSender.ts";
import { compose } from "./compose/compose.ts";
import type { SendingSystem } from "./compose/sending.ts";
import type { Core } from "./core/core.ts";
import { createMetrics } from "./core/metrics.ts";
import { listen } from "./http/listen.ts";
import { clientAddressBy } from "./http/middleware/clientAddress.ts";
import { ownOrigins } from "./http/middleware/ownOrigins.ts";
import type { Identity } from "./identity/identity.ts";
import { type Installation, type InstallationOptions, openInstallation } from "./installation.ts";
import { accountChange, createChanges } from "./realtime/changes.ts";
import { createHub } from "./realtime/hub.ts";
import { createOpenings } from "./realtime/openings.ts";
import { isSocketAddress, type SocketData } from "./realtime/socket.ts";
import { roles as allRoles, type Role } from "./roles.ts";
import type { Settings } from "./settings/settings.ts";
import { loadSiteFacts } from "./siteFacts.ts";
import { callerOf, watchSessions } from "./watchSessions.ts";

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

type BootOptions = InstallationOptions &
  SenderPlace & {
    dev?: boolean;
    /** What else than answering people this process does; everything unless said. */
    roles?: ReadonlySet<Role>;
    /** What pages are made of, ready-made, for tests that start many servers; built here when left out. */
    site?: Site;
  };

/** Starts a server over one data folder. @throws {Error} that says what to do about it. */
export async function boot(settings: Settings, options: BootOptions = {}): Promise<Running> {
  const installation = await openInstallation(settings, options);
  try {
    const site = options.site ?? (await loadSite({ dev: options.dev ?? false }));
    const facts = await loadSiteFacts(settings);
    return await start({ settings: withDevelopment(settings, options), site, facts, installation, options });
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** What only those who build Amplify need is there in development without being asked for. */
function withDevelopment(settings: Settings, { dev = false }: BootOptions): Settings {
  return { ...settings, styleguide: settings.styleguide || dev };
}

type Parts = {
  settings: Settings;
  site: Site;
  facts: Omit<SiteFacts, "publicUrl">;
  installation: Installation;
  options: BootOptions;
};

async function start({ settings, site, facts, installation, options }: Parts): Promise<Running> {
  let origins: ReadonlySet<string> = new Set();
  const isOwnOrigin = (origin: string) => origins.has(origin);
  let snapshot: SendingSystem["snapshot"] = async () => [];
  const hub = createHub({
    ...installation.core,
    settings,
    isOwnOrigin,
    ...(settings.rateLimits ? { openings: createOpenings(installation.core) } : {}),
    onForeign: (from) => installation.core.securityLog({ event: "foreign_origin", outcome: "refused", from }),
    snapshot: (workspaceId) => snapshot(workspaceId),
  });
  const listener = await listen({ settings, sockets: hub.handlers, log: installation.core.log });
  const publicUrl = settings.publicUrl ?? listener.url;
  const core: Core = { ...installation.core, settings: { ...settings, publicUrl } };
  origins = ownOrigins({ publicUrl, host: settings.host, port: listener.port });

  const metrics = createMetrics({ isRead: settings.metricsToken !== null });
  const publish = composedProgress(core, { ...hub, waitingsOf: (parts) => sender.port.waitingsOf(parts) });
  const changes = createChanges(core, hub);
  const accountChanged = (workspaceId: WorkspaceId) => changes.changed(accountChange(workspaceId));
  const events = { publish, accountChanged, tried: metrics.mailTried };
  const { roles = new Set(allRoles), sending: place, spawnSender, beats } = options;
  const sender = chooseSender({
    core,
    clock: installation.core.clock,
    output: installation.output,
    events,
    isSender: roles.has("sender"),
    sending: place,
    spawnSender,
    beats,
  });
  const { app, identity, keys, requests, sending, sheets, work } = compose({
    core,
    site,
    facts: { ...facts, publicUrl },
    isOwnOrigin,
    metrics,
    sender: sender.port,
    onChange: changes.changed,
  });
  snapshot = sending.snapshot;
  const stopWatching = watchSessions({ core, identity, keys, hub });
  const unwatch = watchSenders(core, { ...hub, publish });
  options.onWork?.();
  const answer = metrics.counting(answering(app));
  listener.answerWith(visiting({ settings, hub, answer, callers: { identity, keys } }));
  await sender.start();
  if (roles.has("worker")) work.start();

  return {
    url: publicUrl,
    listeningOn: listener.url,
    core,
    identity,
    async close() {
      stopWatching();
      metrics.close();
      // Mails under way end first, while whoever watches still sees how.
      await Promise.all([sheets.close(), work.close(), sender.stop()]);
      unwatch();
      changes.stop();
      hub.close();
      await listener.close();
      await requests.close();
      await installation.close();
    },
  };
}

type Visits = {
  settings: Settings;
  hub: ReturnType<typeof createHub>;
  answer: ReturnType<typeof answering>;
  callers: Parameters<typeof callerOf>[0];
};

/** Whoever opens a socket is for the hub, everything else for the app. */
function visiting({ settings, hub, answer, callers }: Visits) {
  const addressOf = clientAddressBy(settings.trustProxy);
  return (request: Request, connection: Connection<SocketData>) => {
    if (!isSocketAddress(request.url)) return answer(request, connection);
    const address = addressOf(request, connection.address);
    const caller = () => callerOf(callers, { request, address });
    return hub.upgrade(request, connection, { address, caller });
  };
}

function answering({ fetch }: ReturnType<typeof compose>["app"]) {
  return (request: Request, connection: Pick<Connection<unknown>, "address" | "atWork">) =>
    fetch(request, {
      atWork: connection.atWork,
      // Most public pages are answered without it.
      get remoteAddress() {
        return connection.address;
      },
    });
}
