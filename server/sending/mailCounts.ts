import { mailCountLimits } from "../../contract/limits/sending.ts";
import type { Database } from "../../db/database.ts";
import { createMailCountStore } from "../../db/stores/campaigns/mailCounts.ts";
import type { Waits } from "../core/waits.ts";
import type { Log } from "../log/log.ts";

type Options = { database: Database; waits: Pick<Waits, "turn" | "steadyMs">; log: Log };

/** Brings up to date how many mails each lead was sent, behind the mails themselves: see the store. */
export function createMailCounts({ database, waits, log }: Options) {
  const store = createMailCountStore(database);
  let underWay: Promise<void> | null = null;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function count(): Promise<void> {
    lookedMs = waits.steadyMs();
    while ((await store.countNoted(mailCountLimits.batch)) === mailCountLimits.batch) await waits.turn();
  }

  /** Counts all that is noted by now. */
  async function countAll(): Promise<void> {
    // One that began earlier may have looked before the latest was noted.
    await underWay;
    underWay ??= count().finally(() => {
      underWay = null;
    });
    await underWay;
  }

  return {
    countAll,

    /**
     * Begins the same where it is time for it again. Nobody waits for it: where the database is far away it takes half a
     * second, in which a lane would stand still. What fails stays noted, and is counted the next time.
     */
    countNowAndThen(): void {
      if (underWay !== null || waits.steadyMs() < lookedMs + mailCountLimits.everyMs) return;
      countAll().catch((error) => {
        log.warn("Mails are counted for their leads later, because it could not be done now", { error });
      });
    },

    /** Waits for what is being counted just now. */
    async ended(): Promise<void> {
      // Whoever began it says what failed.
      await underWay?.catch(() => {});
    },
  };
}
