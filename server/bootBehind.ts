import { chooseSender } from "./compose/chooseSender.ts";
import { compose } from "./compose/compose.ts";
import type { Core } from "./core/core.ts";
import { createMetrics } from "./core/metrics.ts";
import { type InstallationOptions, openInstallation } from "./installation.ts";
import type { Role } from "./roles.ts";
import type { Settings } from "./settings/settings.ts";
import { loadSiteFacts } from "./siteFacts.ts";

/** A process that answers nobody. */
export type RunningBehind = { url: string; core: Core; close(): Promise<void> };

type Options = InstallationOptions & { roles: ReadonlySet<Role> };

/** Starts a process that sends, or runs jobs, or both, for servers elsewhere on the same database; it opens no port. */
export async function bootBehind(settings: Settings, { roles, ...options }: Options): Promise<RunningBehind> {
  const installation = await openInstallation(settings, options);
  try {
    const core: Core = { ...installation.core, settings };
    const isSender = roles.has("sender");
    const sender = chooseSender({
      ...{ core, clock: installation.core.clock, output: installation.output, isSender },
      // With nothing beside it a thread of its own would spare nobody anything.
      sending: roles.has("worker") ? "apart" : "here",
      events: { publish() {}, tried() {} },
    });
    const work = roles.has("worker") ? await workOf(core, sender.port) : null;
    await sender.start();
    work?.start();
    return {
      url: settings.publicUrl ?? "",
      core,
      async close() {
        await Promise.all([work?.close(), sender.stop()]);
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** The jobs of every domain; what else is composed with them stays unused. */
async function workOf(core: Core, sender: Parameters<typeof compose>[0]["sender"]) {
  const facts = { ...(await loadSiteFacts(core.settings)), publicUrl: core.settings.publicUrl ?? "" };
  const { work } = compose({
    ...{ core, sender, facts, site: { assets: [], registry: new Map() } },
    ...{ isOwnOrigin: () => false, metrics: createMetrics({ isRead: false }) },
  });
  return work;
}
