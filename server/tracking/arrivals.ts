import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { Topic } from "../../contract/realtime/changes.ts";
import type { DeliveryState } from "../../contract/schemas/campaign.ts";
import { createArrivalStore, isDoubted } from "../../db/stores/tracking/arrivals.ts";
import type { Core } from "../core/core.ts";
import type { SendingPort } from "../sending/boundary/port.ts";

/** A mail as it stands. */
export type SeenMail = {
  workspaceId: WorkspaceId;
  deliveryId: string;
  state: DeliveryState;
  firstTriedAt: number | null;
};

type Parts = {
  sender: Pick<SendingPort, "tell">;
  /** Tells whoever watches a workspace. */
  onChange(change: { workspaceId: WorkspaceId; topics: readonly Topic[]; by: string | null }): void;
};

export type Arrivals = ReturnType<typeof createArrivals>;

/**
 * A link of a mail stands nowhere but in it: whoever opens it, follows its links or leaves by them has it. So one whose end
 * nobody knew has arrived, and does not go a second time.
 */
export function createArrivals(core: Pick<Core, "clock" | "database">, { sender, onChange }: Parts) {
  const store = createArrivalStore(core.database);
  return {
    async seen({ workspaceId, deliveryId, state, firstTriedAt }: SeenMail): Promise<void> {
      if (!isDoubted(state)) return;
      const at = firstTriedAt ?? core.clock.now();
      const campaignId = await store.arrived({ workspaceId, deliveryId, at });
      if (campaignId === null) return;
      // Its lane counts anew, and finishes where nothing is left.
      void sender.tell({ kind: "reread", campaignId, workspaceId });
      onChange({
        workspaceId,
        topics: ["campaigns", "leads", "leadHistories", "credentials", "mails"],
        by: null,
      });
    },
  };
}
