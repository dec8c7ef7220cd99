import { Hono } from "hono";
import { socketLimits } from "../contract/limits/socket.ts";
import { commit } from "./build/commit.ts";
import { chooseSender } from "./compose/chooseSender.ts";
import { compose } from "./compose/compose.ts";
import type { Core } from "./core/core.ts";
import { createMetrics, type Metrics } from "./core/metrics.ts";
import { version } from "./core/version.ts";
import { listen } from "./http/listen.ts";
import { errorResponse } from "./http/middleware/errors.ts";
import { createMetricsPage } from "./http/pages/metricsPage.ts";
import { type InstallationOptions, openInstallation } from "./installation.ts";
import { tellingOthers } from "./realtime/changes.ts";
import type { Role } from "./roles.ts";
import type { Settings } from "./settings/settings.ts";
import { loadSiteFacts } from "./siteFacts.ts";

/** A process that answers no person. `listeningOn` is where it tells how it is, or null where nobody asks. */
type RunningBehind = {
  url: string;
  listeningOn: string | null;
  core: Core;
  close(): Promise<void>;
};

type Options = InstallationOptions & { roles: ReadonlySet<Role> };

/**
 * Starts a process that sends, or runs jobs, or both, for servers elsewhere on the same database. It opens no port, but
 * for AMPLIFY_METRICS_PORT.
 */
export async function bootBehind(settings: Settings, { roles, ...options }: Options): Promise<RunningBehind> {
  const installation = await openInstallation(settings, options);
  let looking: Awaited<ReturnType<typeof answerLooks>> | null = null;
  try {
    const core: Core = { ...installation.core, settings };
    const isSender = roles.has("sender");
    const metrics = createMetrics({
      isRead: settings.metricsToken !== null && settings.metricsPort !== null,
    });
    // Before anything is sent, as one that has to end at once leaves in doubt what it has begun.
    looking = settings.metricsPort === null ? null : await answerLooks(core, metrics, settings.metricsPort);
    const sender = chooseSender({
      core,
      clock: installation.core.clock,
      output: installation.output,
      isSender,
      // With nothing beside it a thread of its own would spare nobody anything.
      sending: roles.has("worker") ? "apart" : "here",
      events: { publish() {}, accountChanged() {}, tried: metrics.mailTried },
    });
    const work = roles.has("worker") ? await workOf(core, sender.port) : null;
    options.onWork?.();
    await sender.start();
    work?.start();
    // Last, so that whoever gets an answer knows that it works.
    looking?.begin();
    return {
      url: settings.publicUrl ?? "",
      listeningOn: looking?.url ?? null,
      core,
      async close() {
        metrics.close();
        await Promise.all([work?.close(), sender.stop()]);
        await looking?.close();
        await installation.close();
      },
    };
  } catch (error) {
    await looking?.close();
    await installation.close();
    throw error;
  }
}

/** The jobs of every domain; what else is composed with them stays unused. */
async function workOf(core: Core, sender: Parameters<typeof compose>[0]["sender"]) {
  const facts = { ...(await loadSiteFacts(core.settings)), publicUrl: core.settings.publicUrl ?? "" };
  const { work } = compose({
    core,
    sender,
    facts,
    site: { assets: [], registry: new Map() },
    isOwnOrigin: () => false,
    metrics: createMetrics({ isRead: false }),
    // Those who watch have their sockets in other processes.
    onChange: tellingOthers(core),
  });
  return work;
}

/** `/healthz` and `/metrics` for whoever looks after the process, and nothing else; answered once it begins. */
async function answerLooks(core: Core, metrics: Metrics, port: number) {
  const listener = await listen({
    settings: { host: core.settings.host, port },
    setting: "AMPLIFY_METRICS_PORT",
    sockets: none,
    log: core.log,
  });
  const app = new Hono();
  app.onError((error) => errorResponse(error));
  app.get("/healthz", (context) => context.json({ ok: true, version, commit: commit() }));
  app.route("/", createMetricsPage(core, metrics));
  const begin = () => listener.answerWith(metrics.counting((request: Request) => app.fetch(request)));
  return { ...listener, begin };
}

/** No request becomes a socket. */
const none = {
  incomingBytes: socketLimits.incomingBytes,
  backlogBytes: socketLimits.backlogBytes,
  pingMs: socketLimits.pingMs,
  closeMs: socketLimits.closeMs,
  open() {},
  heard() {},
  drain() {},
  close() {},
};
