import { socketLimits } from "../../../contract/limits/socket.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Counts } from "../../../contract/schemas/campaign.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import { CampaignFailures } from "../automaticPauses/CampaignFailures.ts";
import type { SharedRefusals } from "../automaticPauses/RefusalRun.ts";
import { WindowGate } from "../windows/WindowGate.ts";
import type { Pause } from "./accountHealth.ts";
import type { DispatcherDeps } from "./dispatcherDeps.ts";
import type { LaneCampaign } from "./laneDeps.ts";
import { openCount, progressMessage, type Tally } from "./tally.ts";

type Parts = Pick<
  DispatcherDeps,
  | "campaigns"
  | "credentials"
  | "ledger"
  | "moves"
  | "publish"
  | "accountChanged"
  | "composerOf"
  | "plans"
  | "pauses"
  | "clock"
  | "newId"
  | "log"
> & {
  /** Tells the account's lane, and everyone who watches, that a campaign has another state. */
  changed(row: CampaignRow): Promise<void>;
};

export type CampaignKeeping = ReturnType<typeof createCampaignKeeping>;

/** What lanes ask of the tables about campaigns, and what they have written there. */
export function createCampaignKeeping(parts: Parts) {
  const { campaigns, credentials, ledger, moves, publish, accountChanged, changed } = parts;
  const tallyOf = tallying(ledger);

  async function pausePlan({ workspaceId, id: planId }: PlanKey, why: Reason): Promise<void> {
    const activity = {
      id: parts.newId(),
      planId,
      workspaceId,
      at: parts.clock.now(),
      userId: null,
      activity: reason("did_pause", { why: inner(why) }, why.reply),
    };
    const paused = await parts.pauses.pauseWhole({ key: { workspaceId, id: planId }, why, activity });
    for (const row of paused ?? []) await changed(row);
  }

  async function pauseItsCampaigns(credentialId: string, pause: Pause): Promise<void> {
    const { reason: why, until } = pause;
    const event = { newId: parts.newId, at: parts.clock.now(), userId: null };
    if (until !== null) return parts.pauses.noteAccountWait({ ...event, credentialId, why });
    for (const row of await campaigns.changeAllOn({ credentialId, pause: why, event })) await changed(row);
  }

  const failures = new CampaignFailures({ ...parts, store: parts.pauses, pause: pausePlan });
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
        isStale: false,
      };
    },

    /** A rest shows on the account; a stop also pauses its campaigns until a person has acted. */
    async savePause(credentialId: string, pause: Pause | null): Promise<void> {
      const workspaceId = await credentials.setPause(credentialId, pause);
      if (pause !== null) await pauseItsCampaigns(credentialId, pause);
      // Whoever hears of it finds its campaigns paused too.
      if (workspaceId !== null) accountChanged(workspaceId);
    },

    /** As a person pauses it, with all of its parts, so that nothing but a person's word lets it go on. */
    async pauseCampaign(id: string, why: Reason): Promise<void> {
      const plan = await parts.plans.byId(id);
      if (plan !== null) return pausePlan(plan, why);
      // A server of the version before made it, and nobody has found it yet.
      const row = await campaigns.changeState({
        id,
        from: ["running"],
        to: "paused",
        pausedBy: "person",
        pausedReason: why,
      });
      if (row !== null) await changed(row);
    },

    lookAtFailures: (campaign: LaneCampaign) => failures.look(campaign),
    sharedRefusals: new Map() as SharedRefusals,

    async lookAgain(campaign: LaneCampaign): Promise<void> {
      const { id, workspaceId } = campaign.row;
      // One that is gone, with everything of its workspace, is as good as cancelled.
      campaign.row = (await campaigns.byId(id)) ?? { ...campaign.row, state: "cancelled" };
      campaign.tally.counts = await ledger.countsOf(id);
      campaign.nextDueAt = await ledger.nextDueAt({ workspaceId, campaignId: id });
    },

    /** What nobody asks for any more, and what no lane is at: mails that are being moved, and ends that came in a pause. */
    async bringToEnd(): Promise<void> {
      await moves.goOnWithAll();
      for (const row of await moves.finishPaused()) await changed(row);
    },

    async finish({ row }: LaneCampaign): Promise<Tally | null> {
      // The ledger has the last word: a campaign is never called finished while a row of it is open.
      const finished = await moves.finish(row.id);
      const tally = await tallyOf(row);
      if (finished === null) return openCount(tally) > 0 ? tally : null;
      if (row.mailKind === null)
        publish(row.workspaceId, progressMessage({ campaign: finished, tally, waiting: null }));
      return null;
    },
  };
}

function tallying(ledger: Parts["ledger"]) {
  return async ({ workspaceId, id }: CampaignRow, known?: Counts): Promise<Tally> => {
    const counts = known ?? (await ledger.countsOf(id));
    if (counts.failed === 0) return { counts, failedEmails: [] };
    const countMax = socketLimits.failedEmailsShown;
    return { counts, failedEmails: await ledger.failedEmails({ workspaceId, campaignId: id, countMax }) };
  };
}
