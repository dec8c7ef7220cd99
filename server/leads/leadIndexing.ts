import { setTimeout as pause } from "node:timers/promises";
import { leadSearchOf } from "../../db/search/leadSearch.ts";
import type { Core } from "../core/core.ts";

/** Keeps the index that searches go by up with the leads, where the database does not do so by itself. */
export function createLeadIndexing({ database }: Pick<Core, "database">) {
  const search = leadSearchOf(database);
  return {
    /** Rests as long as it works, so that half of the time is everybody else's. */
    async fill(signal: AbortSignal): Promise<void> {
      let from = performance.now();
      while (await search?.fillSome()) {
        await pause(performance.now() - from, undefined, { signal });
        from = performance.now();
      }
    },
  };
}
