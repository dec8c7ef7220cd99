import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { Cause } from "../../contract/reasons.ts";
import type { FollowedLink, LeadMail } from "../../contract/schemas/leadActions.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import { createResponseStore, unanswered } from "../../db/stores/inbound/responses.ts";
import { createLeadHistoryStore } from "../../db/stores/leads/leadHistory.ts";
import { type ClickOnLink, createClickStore } from "../../db/stores/tracking/clicks.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";

/** `before` is a campaign: what was sent before that. */
type Asked = { workspaceId: WorkspaceId; leadId: string; before?: string | null | undefined } & HistoryPage;

export type HistoryPage = { order?: "asc" | "desc" | undefined; pageSize?: number | undefined };

/** What was sent to one lead, the newest first, and which links of it were followed. */
export function createLeadHistories(core: Core) {
  const histories = createLeadHistoryStore(core.database);
  const clicks = createClickStore(core.database);
  const responses = createResponseStore(core.database);
  return async ({
    before = null,
    order = "desc",
    pageSize = leadLimits.historyMax,
    ...asked
  }: Asked): Promise<LeadMail[]> => {
    const mails = await histories.of({ ...asked, before, order, countMax: pageSize });
    const { workspaceId } = asked;
    const followed = await clicks.ofDeliveries({
      workspaceId,
      deliveryIds: mails.map((mail) => mail.deliveryId),
      countMax: clickLimits.shownMax,
    });
    const responded = await responses.ofDeliveries(
      workspaceId,
      mails.map(({ deliveryId }) => deliveryId),
    );
    const byDelivery = Map.groupBy(followed, (click) => click.deliveryId);
    return mails.map(({ deliveryId, reasonCode, reasonParams, reply, ...mail }) => ({
      ...mail,
      ...(responded.get(deliveryId) ?? unanswered),
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
