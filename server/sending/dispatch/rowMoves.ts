import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { createOverInPauseStore } from "../../../db/stores/campaigns/plans/overInPause.ts";
import { createRowMoveStore, type RowMove } from "../../../db/stores/campaigns/rowMoves.ts";
import { atMost } from "../../core/atMost.ts";
import type { Core } from "../../core/core.ts";
import { systemWaits, type Waits } from "../../core/waits.ts";
import { createMailCounts } from "../mailCounts.ts";

export type RowMoves = ReturnType<typeof createRowMoves>;

type Noted = Pick<CampaignRow, "id" | "rowMove" | "rowMoveAt">;

/** What a person asks of a whole campaign's mails. Once it is noted, it will be done. */
export function createRowMoves(
  { database, clock, log }: Pick<Core, "database" | "clock" | "log">,
  waits: Pick<Waits, "turn" | "steadyMs" | "after"> = systemWaits,
) {
  const store = createRowMoveStore(database);
  const paused = createOverInPauseStore(database);
  const slice = () => ({ countMax: leadLimits.writeBatch, now: clock.now() });
  const mailCounts = createMailCounts({ database, waits, log });

  /** Moves the rest of a move's rows. What fails stays noted: the sender looks for such notes again and again. */
  async function goOn(move: RowMove): Promise<void> {
    try {
      while (!(await store.goOn(move, slice()))) await waits.turn();
    } catch (error) {
      log.warn("Mails of a campaign are moved later, because it could not be done now", {
        campaign: move.campaignId,
        error,
      });
    }
  }

  async function moveAll(campaigns: readonly Noted[], moved: () => void): Promise<void> {
    for (const { id, rowMove, rowMoveAt } of campaigns)
      if (rowMove !== null) await goOn({ campaignId: id, move: rowMove, at: rowMoveAt ?? 0 });
    moved();
  }

  return {
    /**
     * Goes on with what is noted on campaigns, and calls back when that is done. Waits for it, but no longer than a person
     * waits for an answer: the mails of a million leads go on moving by themselves.
     */
    async goOnWith(campaigns: readonly Noted[], moved: () => void): Promise<void> {
      await atMost(campaignLimits.rowMoveWaitMs, moveAll(campaigns, moved), waits);
    },

    /** Once it is finished, all of its mails are counted for their leads. */
    async finish(id: string) {
      await mailCounts.countAll();
      return store.finish({ id, at: clock.now() });
    },

    /** Ends what was paused while its last mails were under way; answers which parts that were. */
    async finishPaused(): Promise<CampaignRow[]> {
      const ended: CampaignRow[] = [];
      const over = await paused.overInPause();
      if (over.length > 0) await mailCounts.countAll();
      for (const part of over) {
        const row = await paused.finishPaused({ ...part, at: clock.now() });
        if (row !== null) ended.push(row);
      }
      return ended;
    },

    countMails: mailCounts.countNowAndThen,

    /** Nothing of theirs is under way any more. */
    countsEnded: mailCounts.ended,

    /** Goes on with whatever was begun and not ended. */
    async goOnWithAll(): Promise<void> {
      await mailCounts.countAll();
      for (const move of await store.noted()) await goOn(move);
    },

    recover: ({ isAlone }: { isAlone: boolean }) => store.recover({ at: clock.now(), isAlone }),
  };
}
