import { join } from "node:path";
import { v7 } from "uuid";
import { limits } from "../contract/limits.ts";
import type { Database } from "../db/database.ts";
import { isDamage } from "../db/faults.ts";
import { openDatabase } from "../db/open.ts";
import { createMetaStore } from "../db/stores/meta.ts";
import { createClock } from "./clock.ts";
import type { Core } from "./core.ts";
import { loadKey } from "./secrets/key.ts";
import { createSecrets } from "./secrets/secrets.ts";
import type { Settings } from "./settings.ts";

export type Installation = { core: Omit<Core, "settings">; close(): Promise<void> };

const clockKey = "clock";

/**
 * Opens what lies in the data folder: the database, the key that belongs to it, and a clock that goes on from
 * the latest time this installation has seen.
 * @throws {Error} that says what to do, when the key is missing or wrong or the database is newer.
 */
export async function openInstallation(settings: Settings): Promise<Installation> {
  const database = opened(settings.dataFolder);
  try {
    const secrets = createSecrets(await loadKey({ settings, database }));
    const meta = createMetaStore(database);
    const seen = await meta.value(clockKey);
    const clock = createClock({
      wallMs: Date.now,
      steadyMs: () => performance.now(),
      startAtLeastMs: typeof seen === "number" ? seen : 0,
    });
    const persist = () => meta.put({ key: clockKey, value: clock.now() });
    // A note that fails is made again at the next turn; nobody waits for it.
    const timer = setInterval(() => persist().catch(() => {}), limits.clock.persistEveryMs);
    timer.unref();
    return {
      core: { clock, database, secrets, newId: () => v7() },
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

function opened(folder: string): Database {
  try {
    return openDatabase({ folder });
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    const file = join(folder, "amplify.db");
    const what = `${file} is damaged, or no database at all. amplify restore puts a backup in its place and keeps this one.`;
    throw new Error(what, { cause });
  }
}

async function closeQuietly(database: Database): Promise<void> {
  await database.close().catch(() => {});
}
