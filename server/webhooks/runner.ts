import { webhookLimits } from "../../contract/limits/api/webhooks.ts";
import { type Status, statuses } from "../../contract/plans.ts";
import { createWebhookOutbox } from "../../db/stores/webhooks/outbox.ts";
import type { Core } from "../core/core.ts";
import { noticeText } from "../core/notices.ts";
import { planHas } from "../core/planAllowance.ts";
import { createWatch } from "../core/watch.ts";
import type { DrawBody } from "./drawing.ts";
import { type LaneDeps, type LaneTimes, WebhookLane } from "./lane.ts";

/** The statuses whose plan includes webhooks; administrators of the installation always have them. */
function statusesWithApi(core: Core): readonly Status[] {
  return statuses.filter((status) => planHas(core, { scope: { status }, feature: "api" }));
}

type Options = { draw: DrawBody; pause: LaneDeps["pause"]; random?: () => number; times?: LaneTimes };

/**
 * Looks once a second for webhooks with due events, except those that other processes send to, and gives each a lane.
 * Nothing is sent before `start`.
 */
export function createWebhookRunner(
  core: Core,
  { random = Math.random, times = webhookLimits, ...parts }: Options,
) {
  const outbox = createWebhookOutbox(core.database);
  const told = statusesWithApi(core);
  const deps: LaneDeps = { core, outbox, statuses: told, random, times, ...parts };
  const holder = core.newId();
  const lanes = new Map<string, { lane: WebhookLane; ended: Promise<void> }>();
  const watch = createWatch({
    notices: core.database.notices,
    notice: noticeText({ about: "webhooks" }),
    async look() {
      try {
        await lookForWork();
      } catch (error) {
        core.log.error("Webhooks could not be looked for", { error });
      }
      return times.pollMs;
    },
  });

  async function lookForWork(): Promise<void> {
    const now = core.clock.now();
    for (const key of await outbox.ready({ now, holder, statuses: told })) {
      if (lanes.has(key.id) || watch.isClosing) continue;
      const webhook = await outbox.take(key, { now, holder, leaseUntil: now + times.leaseMs });
      if (webhook === null) continue;
      const lane = new WebhookLane(deps, webhook);
      const ended = lane
        .run()
        .catch((error: unknown) =>
          core.log.error("A webhook's lane broke", { workspace: key.workspaceId, error }),
        )
        .then(() => {
          lanes.delete(key.id);
        });
      lanes.set(key.id, { lane, ended });
    }
  }

  return {
    /** There is something to send now: all workers on this database look. */
    wake: watch.wake,
    start: watch.start,

    /** Starts nothing more, and lets events under way finish for a while. */
    async close(): Promise<void> {
      await watch.end();
      for (const { lane } of lanes.values()) lane.stop();
      await Promise.all([...lanes.values()].map(({ ended }) => ended));
    },
  };
}
