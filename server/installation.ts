import { uptime } from "node:os";
import { v7 } from "uuid";
import { limits } from "../contract/limits.ts";
import type { Database } from "../db/database.ts";
import { clockMetaKeys, createMetaStore, type MetaStore } from "../db/stores/installation/meta.ts";
import { type ClockSources, type ClockStep, createClock, createElapsed } from "./core/clock.ts";
import { stepText } from "./core/clockText.ts";
import type { Core } from "./core/core.ts";
import { openDataFolder } from "./dataFolder.ts";
import { createSecurityLog } from "./log/securityLog.ts";
import { loadKey } from "./secrets/key.ts";
import { createSecrets } from "./secrets/secrets.ts";
import type { Settings } from "./settings/settings.ts";

export type Installation = {
  core: Omit<Core, "settings">;
  onClockStep(listener: (step: ClockStep) => void): void;
  close(): Promise<void>;
};

/**
 * Opens what lies in the data folder: the database, the key that belongs to it, and a clock that goes on from
 * the latest time this installation has seen.
 * @throws {Error} that says what to do, when the folder cannot be worked with, the key is missing or wrong,
 * or the database is newer or gone.
 */
export async function openInstallation(
  settings: Settings,
  time: ClockSources = machineTime(),
): Promise<Installation> {
  const database = openDataFolder(settings);
  try {
    const secrets = createSecrets(await loadKey({ settings, database }));
    const meta = createMetaStore(database);
    const seen = await meta.value(clockMetaKeys.latest);
    const clock = createClock({
      ...time,
      startAtLeastMs: typeof seen === "number" ? seen : 0,
    });
    clock.onStep((step) => noteStep(meta, step));
    const persist = () => meta.put({ key: clockMetaKeys.latest, value: clock.now() });
    // A note that fails is made again at the next turn; nobody waits for it.
    const timer = setInterval(() => persist().catch(() => {}), limits.clock.persistEveryMs);
    timer.unref();
    return {
      core: { clock, database, secrets, securityLog: createSecurityLog(clock), newId: () => v7() },
      onClockStep: clock.onStep,
      async close() {
        clearInterval(timer);
        await persist().catch(() => {});
        await database.close();
      },
    };
  } catch (error) {
    await closeQuietly(database);
    throw error;
  }
}

function machineTime(): ClockSources {
  const steadyMs = () => performance.now();
  return { wallMs: Date.now, steadyMs: createElapsed({ steadyMs, uptimeMs: () => uptime() * 1_000 }) };
}

/** Said in the log, and kept for `doctor`, since it explains times that look wrong. */
function noteStep(meta: MetaStore, { from, byMs }: ClockStep): void {
  const at = from + byMs;
  console.error(`The machine's clock was set ${stepText(byMs)} and stayed there, so it is followed.`);
  // The latest time seen is that of the right clock from now on, whichever way it went.
  for (const [key, value] of [
    [clockMetaKeys.latest, at],
    [clockMetaKeys.step, { at, byMs }],
  ] as const)
    meta.put({ key, value }).catch(() => {});
}

async function closeQuietly(database: Database): Promise<void> {
  await database.close().catch(() => {});
}
