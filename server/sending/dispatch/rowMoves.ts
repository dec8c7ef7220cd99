import { leadLimits } from "../../../contract/limits/leads.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { createRowMoveStore, type RowMove } from "../../../db/stores/campaigns/rowMoves.ts";
import type { Core } from "../../core/core.ts";
import { systemWaits, type Waits } from "../../core/waits.ts";
import { createMailCounts } from "../mailCounts.ts";

export type RowMoves = ReturnType<typeof createRowMoves>;

const slice = { countMax: leadLimits.writeBatch };

/** What a person asks of a whole campaign's mails. Once it is noted, it will be done. */
export function createRowMoves(
  { database, clock, log }: Pick<Core, "database" | "clock" | "log">,
  waits: Pick<Waits, "turn" | "steadyMs"> = systemWaits,
) {
  const store = createRowMoveStore(database);
  const mailCounts = createMailCounts({ database, waits, log });

  /** Moves the rest of a move's rows. What fails stays noted: the sender looks for such notes again and again. */
  async function goOn(move: RowMove): Promise<void> {
    try {
      while (!(await store.goOn(move, slice))) await waits.turn();
    } catch (error) {
      log.warn("Mails of a campaign are moved later, because it could not be done now", {
        campaign: move.campaignId,
        error,
      });
    }
  }

  /** Goes on with what is noted on a campaign, if anything is. */
  async function goOnWith({ id, rowMove, rowMoveAt }: Pick<CampaignRow, "id" | "rowMove" | "rowMoveAt">) {
    if (rowMove !== null && rowMoveAt !== null) await goOn({ campaignId: id, move: rowMove, at: rowMoveAt });
  }

  return {
    goOnWith,

    /** Once it is finished, all of its mails are counted for their leads. */
    async finish(id: string) {
      await mailCounts.countAll();
      return store.finish({ id, at: clock.now() });
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
