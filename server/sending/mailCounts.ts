import { mailCountLimits } from "../../contract/limits/sending.ts";
import type { Database } from "../../db/database.ts";
import { createMailCountStore } from "../../db/stores/campaigns/mailCounts.ts";
import type { Waits } from "../core/waits.ts";
import type { Log } from "../log/log.ts";

type Options = { database: Database; waits: Pick<Waits, "turn" | "steadyMs">; log: Log };

/** Keeps the number of mails that each lead was sent up to date, some time after they were sent: see the store. */
export function createMailCounts({ database, waits, log }: Options) {
  const store = createMailCountStore(database);
  let underWay: Promise<void> | null = null;
  let lookedMs = Number.NEGATIVE_INFINITY;

  async function count(): Promise<void> {
    lookedMs = waits.steadyMs();
    while ((await store.countNoted(mailCountLimits.batch)) === mailCountLimits.batch) await waits.turn();
  }

  /** Counts all mails that are noted by now. */
  async function countAll(): Promise<void> {
    // A count that is in progress may have begun before the latest mail was noted.
    await underWay;
    underWay ??= count().finally(() => {
      underWay = null;
    });
    await underWay;
  }

  return {
    countAll,

    /**
     * Begins a count if the last one is long enough ago, and returns at once: with a distant database counting takes half a
     * second, in which a lane would stand still. If it fails, the mails stay noted and are counted the next time.
     */
    countNowAndThen(): void {
      if (underWay !== null || waits.steadyMs() < lookedMs + mailCountLimits.everyMs) return;
      countAll().catch((error) => {
        log.warn("Mails are counted for their leads later, because it could not be done now", { error });
      });
    },

    /** Waits for a count in progress. */
    async ended(): Promise<void> {
      // Whoever began the count logs its failure.
      await underWay?.catch(() => {});
    },
  };
}
