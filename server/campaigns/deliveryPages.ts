import type { Scope } from "../../contract/identity/scope.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import type { Delivery, DeliveryState, Reaction } from "../../contract/schemas/campaign.ts";
import type { CampaignRow } from "../../db/stores/campaigns/campaigns.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import type { DeliveryRow } from "../../db/stores/campaigns/ledgerSending.ts";
import { createDeliveryListStore } from "../../db/stores/campaigns/plans/deliveryLists.ts";
import { createResponseStore, type Responded } from "../../db/stores/inbound/responses.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { createOwnedPlans } from "./plans/planParts.ts";

type DeliveryQuery = {
  state?: DeliveryState | undefined;
  reaction?: Reaction | undefined;
  step?: number | undefined;
  variantId?: string | undefined;
  search?: string | undefined;
  code?: string | undefined;
  after?: string | undefined;
  order?: "asc" | "desc" | undefined;
  pageSize?: number | undefined;
};

/** The mails of a campaign, of all of its parts together, a page at a time. */
export function createDeliveryPages(core: Core) {
  const { owned } = createOwnedPlans(core);
  const deliveryLists = createDeliveryListStore(core.database);
  const responses = createResponseStore(core.database);
  return async (key: Scope & { id: string }, query: DeliveryQuery) => {
    const { parts } = await owned(key);
    const sizeMax = query.pageSize ?? pageLimits.sizeDefault;
    const { step, variantId } = query;
    const meant = parts.filter(
      ({ campaign }) =>
        (step === undefined || campaign.step === step) &&
        (variantId === undefined || campaign.variantId === variantId),
    );
    const found = await deliveryLists.pageOf({
      workspaceId: key.workspaceId,
      campaignIds: meant.map(({ campaign }) => campaign.id),
      state: query.state ?? null,
      reaction: query.reaction ?? null,
      code: query.code ?? null,
      search: query.search?.trim() || null,
      afterId: query.after ?? null,
      order: query.order ?? "asc",
      sizeMax: sizeMax + 1,
    });
    const rows = found.slice(0, sizeMax);
    const next = found.length > sizeMax ? (rows.at(-1)?.id ?? null) : null;
    const byId = new Map(parts.map(({ campaign }) => [campaign.id, campaign]));
    const responded = await responses.ofDeliveries(
      key.workspaceId,
      rows.map(({ id }) => id),
    );
    const items = rows.map((row) =>
      deliveryOnTheWire({ ...row, ...responded.get(row.id) }, byId.get(row.campaignId)),
    );
    return { items, next };
  };
}

/** A row of the ledger as the wire shows it, with the part of its campaign that it is of. */
export function deliveryOnTheWire(
  row: DeliveryRow & Partial<Responded>,
  part: CampaignRow | undefined,
): Delivery {
  const cause = reasonIn(row);
  const isOpen = row.state === "queued" || row.state === "deferred";
  return {
    _id: row.id,
    leadId: row.leadId,
    email: row.email,
    step: part?.step ?? 0,
    variantId: part?.variantId ?? null,
    credentialId: part?.credentialId ?? "",
    state: row.state,
    reason: cause && inWords(cause),
    cause,
    attempts: row.attempts,
    dueAt: isOpen ? row.dueAt : null,
    triedAt: row.firstTriedAt,
    sentAt: row.sentAt,
    openedAt: row.openedAt,
    clickedAt: row.clickedAt,
    repliedAt: row.repliedAt ?? null,
    complainedAt: row.complainedAt ?? null,
  };
}
