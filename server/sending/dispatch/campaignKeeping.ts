import { socketLimits } from "../../../contract/limits/socket.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import { WindowGate } from "../windows/WindowGate.ts";
import type { Pause } from "./accountHealth.ts";
import type { DispatcherDeps } from "./dispatcherDeps.ts";
import type { LaneCampaign } from "./laneDeps.ts";
import { openCount, progressMessage, type Tally } from "./tally.ts";

type Parts = Pick<
  DispatcherDeps,
  "campaigns" | "credentials" | "ledger" | "moves" | "publish" | "composerOf"
> & {
  /** Tells the account's lane, and everyone who watches, that a campaign has another state. */
  changed(row: CampaignRow): Promise<void>;
};

export type CampaignKeeping = ReturnType<typeof createCampaignKeeping>;

/** What lanes ask of the tables about campaigns, and what they have written there. */
export function createCampaignKeeping(parts: Parts) {
  const { campaigns, credentials, ledger, moves, publish, changed } = parts;

  async function tallyOf({ workspaceId, id }: CampaignRow, known?: Counts): Promise<Tally> {
    const counts = known ?? (await ledger.countsOf(id));
    if (counts.failed === 0) return { counts, failedEmails: [] };
    const countMax = socketLimits.failedEmailsShown;
    return { counts, failedEmails: await ledger.failedEmails({ workspaceId, campaignId: id, countMax }) };
  }

  return {
    tallyOf,

    async laneCampaign(row: CampaignRow): Promise<LaneCampaign> {
      return {
        row,
        tally: await tallyOf(row),
        nextDueAt: await ledger.nextDueAt({ workspaceId: row.workspaceId, campaignId: row.id }),
        compose: await parts.composerOf(row),
        gate: new WindowGate(),
        claimAgainAt: null,
      };
    },

    /** A rest shows on the account; a stop also pauses its campaigns until a person has acted. */
    async savePause(credentialId: string, pause: Pause | null): Promise<void> {
      await credentials.setPause(credentialId, pause);
      if (pause === null || pause.until !== null) return;
      for (const row of await campaigns.changeAllOn({ credentialId, pause: pause.reason }))
        await changed(row);
    },

    /** As a person pauses it, so that nothing but a person's word lets it go on. */
    async pauseCampaign(id: string, pausedReason: Reason): Promise<void> {
      const row = await campaigns.changeState({
        ...{ id, from: ["running"], to: "paused", pausedBy: "person", pausedReason },
      });
      if (row !== null) await changed(row);
    },

    async lookAgain(campaign: LaneCampaign): Promise<void> {
      const { id, workspaceId } = campaign.row;
      // One that is gone, with everything of its workspace, is as good as cancelled.
      campaign.row = (await campaigns.byId(id)) ?? { ...campaign.row, state: "cancelled" };
      campaign.tally.counts = await ledger.countsOf(id);
      campaign.nextDueAt = await ledger.nextDueAt({ workspaceId, campaignId: id });
    },

    async finish({ row }: LaneCampaign): Promise<Tally | null> {
      // The ledger has the last word: a campaign is never called finished while a row of it is open.
      const finished = await moves.finish(row.id);
      const tally = await tallyOf(row);
      if (finished === null) return openCount(tally) > 0 ? tally : null;
      publish(row.workspaceId, progressMessage({ campaign: finished, tally, waiting: null }));
      return null;
    },
  };
}
