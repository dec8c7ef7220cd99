import { and, eq } from "drizzle-orm";
import { hourMs, minuteMs } from "../../../contract/limits/units.ts";
import type { Database } from "../../../db/database.ts";
import { createWebhookLogStore } from "../../../db/stores/webhooks/deliveryLog.ts";
import { createWebhookStore } from "../../../db/stores/webhooks/webhooks.ts";
import type { Core } from "../../../server/core/core.ts";
import { createSecrets } from "../../../server/secrets/secrets.ts";
import { secretPlace } from "../../../server/webhooks/attempt.ts";
import { createWebhookRunner } from "../../../server/webhooks/runner.ts";
import { newWebhookSecret } from "../../../server/webhooks/signing.ts";
import { fillTables } from "../db/fillTables.ts";
import { leadRow } from "../smtp/sendingRows.ts";
import { startReceiver } from "./receiver.ts";

export const workspaceId = "w1";
const times = {
  leaseMs: hourMs,
  beatEveryMs: 10,
  pollMs: 2,
  drainMs: 200,
  restFirstMs: 1000,
  restLongestMs: 5 * minuteMs,
};
const secrets = createSecrets(Buffer.alloc(32, 7));
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
const closing: (() => Promise<unknown>)[] = [];

/** Ends what the worlds of a test have begun. */
export async function closeWorlds(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** A workspace, its receivers, and processes that send, over a clock that the test moves. */
export function worldOf(database: () => Database) {
  const clock = { time: Date.now(), now: () => clock.time };
  return { clock, ...fillingOf(database), ...sendingOf(database, clock) };
}

export async function newReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  return receiver;
}

function fillingOf(database: () => Database) {
  let leads = 0;
  const store = () => createWebhookStore(database());
  const logOf = (id: string) =>
    createWebhookLogStore(database()).page({ workspaceId, id, before: null, sizeMax: 999 });
  return {
    async hook(id: string, { url }: { url: string }) {
      const secret = newWebhookSecret();
      const sealed = secrets.seal(secret, secretPlace({ workspaceId, id }));
      await store().add(
        {
          id,
          workspaceId,
          name: id,
          url,
          types: ["lead.created"],
          secret: sealed,
          createdAt: 1,
          formerSecret: null,
          formerUntil: null,
          state: "active",
          pausedReason: null,
        },
        () => {},
      );
      return secret;
    },
    async addLeads(count: number): Promise<void> {
      const { leads: table } = database().tables;
      const rows = Array.from({ length: count }, () => {
        leads += 1;
        return leadRow(`lead${leads}`, `lead${leads}@in.test`, {
          workspaceId,
          firstName: "Ann",
          lastName: "Lee",
        });
      });
      await database().atomically((write) => ({ added: write.insert(table).values(rows) }));
    },
    states: async (id: string) => (await logOf(id)).map(({ state }) => state),
    reasons: async (id: string) => (await logOf(id)).map(({ reason }) => reason?.code),
    async event(): Promise<string[]> {
      const { webhookEvents } = database().tables;
      const rows = await database()
        .read.select()
        .from(webhookEvents)
        .where(and(eq(webhookEvents.workspaceId, workspaceId), eq(webhookEvents.type, "lead.created")));
      return rows.map(({ id }) => id).sort();
    },
  };
}

/** What happens to a commit that a process makes, before or after it is there. */
type Fate = { before(): Promise<unknown>; after(): Promise<unknown> };
/** Whoever sends waits for each commit as for a disk: meanwhile other requests end. */
const slow: Fate = { before: async () => {}, after: () => Bun.sleep(8) };
const never = new Promise<never>(() => {});

function withFate(database: Database, { before, after }: Fate): Database {
  const atomically: Database["atomically"] = async (...args) => {
    await before();
    const results = await database.atomically(...args);
    await after();
    return results;
  };
  return { ...database, atomically };
}

type TestClock = { time: number; now(): number };

function sendingOf(database: () => Database, clock: TestClock) {
  const paused: string[] = [];
  const store = () => createWebhookStore(database());
  const core = (fate: Fate) =>
    ({
      clock,
      secrets,
      database: withFate(database(), fate),
      settings: { privateHosts: true },
      log: {
        warn() {},
        error: (text: string, of: object) => console.error(text, of),
      },
      newId: () => crypto.randomUUID(),
    }) as unknown as Core;
  const started = (fate: Fate) => {
    const runner = createWebhookRunner(core(fate), {
      draw: async ({ id, type, subject, number }) => JSON.stringify({ id, type, subject, number }),
      pause: async ({ id, workspaceId: of }, why) => {
        await store().pause({ workspaceId: of, id }, { why });
        paused.push(`${id}: ${why.code}`);
      },
      times,
      random: () => 0,
    });
    runner.start();
    return runner;
  };
  return {
    paused,
    run() {
      const runner = started(slow);
      closing.push(runner.close);
      return runner;
    },

    /** A process that dies when its so manieth commit is about to be made, or has been: none of it goes on from there. */
    runUntilKilled({ commit, when }: { commit: number; when: keyof Fate }) {
      let commits = 0;
      let isDead = false;
      const passes = async (moment: keyof Fate) => {
        if (moment === "before") commits += 1;
        if (commits > commit || (commits === commit && when === moment)) {
          isDead = true;
          await never;
        }
      };
      const runner = started({ before: () => passes("before"), after: () => passes("after") });
      // What waits for a commit that never comes is never done: it is told to end, and not waited for.
      closing.push(async () => void runner.close());
      return { isDead: () => isDead };
    },
  };
}

/** Whoever owns the workspace has a plan with webhooks. */
export async function filled(database: Database): Promise<void> {
  await fillTables(database, workspaceId);
  const { users } = database.tables;
  await database.atomically((write) => ({
    plan: write.update(users).set({ status: "AMPR" }).where(eq(users.id, workspaceId)),
  }));
}
