import { mailCountLimits } from "../../contract/limits/sending.ts";
import type { Database } from "../../db/database.ts";
import { createMailCountStore } from "../../db/stores/campaigns/mailCounts.ts";
import type { Waits } from "../core/waits.ts";

/** Brings up to date how many mails each lead was sent, behind the mails themselves: see the store. */
export function createMailCounts(database: Database, waits: Pick<Waits, "turn" | "steadyMs">) {
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
    /** The same where it is time for it again. */
    async countNowAndThen(): Promise<void> {
      if (underWay === null && waits.steadyMs() >= lookedMs + mailCountLimits.everyMs) await countAll();
    },
  };
}
