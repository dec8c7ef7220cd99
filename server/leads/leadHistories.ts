import { clickLimits } from "../../contract/limits/clicks.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { Cause } from "../../contract/reasons.ts";
import type { FollowedLink, LeadMail } from "../../contract/schemas/leadActions.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import { createLeadHistoryStore } from "../../db/stores/leads/leadHistory.ts";
import { type ClickOnLink, createClickStore } from "../../db/stores/tracking/clicks.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";

/** What was sent to one lead, the newest first, and which links of it were followed. */
export function createLeadHistories(core: Core) {
  const histories = createLeadHistoryStore(core.database);
  const clicks = createClickStore(core.database);
  return async ({ workspaceId, leadId }: { workspaceId: string; leadId: string }): Promise<LeadMail[]> => {
    const mails = await histories.of({ workspaceId, leadId, countMax: leadLimits.historyMax });
    const followed = await clicks.ofDeliveries({
      workspaceId,
      deliveryIds: mails.map((mail) => mail.deliveryId),
      countMax: clickLimits.shownMax,
    });
    const byDelivery = Map.groupBy(followed, (click) => click.deliveryId);
    return mails.map(({ deliveryId, reasonCode, reasonParams, reply, ...mail }) => ({
      ...mail,
      ...explained(reasonIn({ reasonCode, reasonParams, reply })),
      state: mail.state as LeadMail["state"],
      links: (byDelivery.get(deliveryId) ?? []).map(followedLink),
    }));
  };
}

function explained(cause: Cause | null): Pick<LeadMail, "reason" | "cause"> {
  return { reason: cause && inWords(cause), cause };
}

function followedLink({ url, firstAt, lastAt, clicks, machineClicks }: ClickOnLink): FollowedLink {
  return { url, firstAt, lastAt, clicks, machineClicks };
}
