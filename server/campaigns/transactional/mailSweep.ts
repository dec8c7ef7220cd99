import { transactionalLimits as limits } from "../../../contract/limits/sending.ts";
import { createSweepStore } from "../../../db/stores/campaigns/transactional/sweeping.ts";
import type { Core } from "../../core/core.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";

/** What becomes of transactional mails by time alone; bears being done twice, or late. */
export function createMailSweep(core: Core) {
  const store = createSweepStore(core.database);
  return {
    async forgetOld(): Promise<void> {
      const now = core.clock.now();
      const countMax = limits.sweepBatch;
      await store.expire(now);
      const retryBefore = now - limits.retryMs;
      while ((await store.empty({ now, retryBefore, countMax })) === countMax) await yieldToOthers();
      const before = now - limits.logMs;
      while ((await store.forget({ before, countMax })) === countMax) await yieldToOthers();
    },
  };
}
