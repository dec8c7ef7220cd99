import type { Scope } from "../../contract/identity/scope.ts";
import { secondMs } from "../../contract/limits/units.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import type { CampaignStore, StoredCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { createPlanStartStore, StartLost } from "../../db/stores/campaigns/plans/planStarts.ts";
import { createPlanStore } from "../../db/stores/campaigns/plans/plans.ts";
import { createTemplateFolderStore } from "../../db/stores/templates/templateFolders.ts";
import type { Core } from "../core/core.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { startJob } from "./plans/starts.ts";

type Parts = {
  campaigns: Pick<CampaignStore, "accept">;
  sender: Pick<SendingPort, "tell">;
  jobs: Pick<Jobs, "wake">;
};
type Whole = {
  row: StoredCampaign;
  sums: { total: number; accepted: number };
  scope: Scope;
  input: Pick<SendInput, "undoSeconds" | "templateId" | "html">;
};

/** What becomes of a send whose ledger is whole: it begins, or it is held for the seconds in which it can be undone. */
export function createSendAcceptance(core: Core, { campaigns, sender, jobs }: Parts) {
  const plans = createPlanStore(core.database);
  const store = createPlanStartStore(core.database);
  const folders = createTemplateFolderStore(core.database);
  const vanished = () => new StartLost("a send vanished while its ledger was written");
  return {
    /** Until when it is held, where it is. */
    async accept({ row, sums, scope: { userId }, input }: Whole): Promise<{ holdUntil?: number }> {
      const { workspaceId, id } = row;
      const key = { workspaceId, id };
      const now = core.clock.now();
      const { undoSeconds, templateId, html } = input;
      if (templateId !== undefined && !html?.trim()) await folders.use({ workspaceId, templateId, at: now });
      if (undoSeconds === undefined) {
        if ((await campaigns.accept({ ...key, at: now, ...sums })) === null) throw vanished();
        void sender.tell({ kind: "begun", campaignId: id, workspaceId });
        return {};
      }
      const holdUntil = now + undoSeconds * secondMs;
      const job = startJob(core, key, { dueAt: holdUntil, userId });
      if (!(await store.hold({ key, ...sums, holdUntil, job }))) throw vanished();
      jobs.wake();
      return { holdUntil };
    },

    /** Until when a send is held that was accepted before; null when it is not. */
    async heldUntil({ workspaceId, id }: StoredCampaign): Promise<number | null> {
      const plan = await plans.ownedBy({ workspaceId, id });
      return plan === null ? null : (plan.holdUntil ?? core.clock.now());
    },
  };
}
