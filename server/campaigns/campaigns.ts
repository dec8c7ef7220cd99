import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Campaign, Delivery, DeliveryState, Reaction } from "../../contract/schemas/campaign.ts";
import type { CampaignLink } from "../../contract/schemas/tracking.ts";
import type { CampaignRow, CampaignStore, CountedCampaign } from "../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../db/stores/campaigns/ledger.ts";
import type { DeliveryRow } from "../../db/stores/campaigns/ledgerSending.ts";
import { createLinkStore, type LinkStore } from "../../db/stores/tracking/links.ts";
import type { Core } from "../core/core.ts";
import type { Dispatcher } from "../sending/dispatch/dispatcher.ts";
import { campaignOnTheWire } from "./campaignRows.ts";

type CampaignParts = { campaigns: CampaignStore; ledger: Ledger; dispatcher: Dispatcher };
type Parts = CampaignParts & { links: LinkStore };
type Key = { ownerId: string; id: string };
export type CampaignService = ReturnType<typeof createCampaignService>;

/** Looking at campaigns and steering them: pause, go on, cancel, try again. */
export function createCampaignService(core: Core, parts: CampaignParts) {
  const all = { ...parts, links: createLinkStore(core.database) };
  return { ...looking(all), ...steering(core, all) };
}

function looking(parts: Parts) {
  const { campaigns, ledger, links } = parts;
  return {
    async list(ownerId: string): Promise<Campaign[]> {
      const rows = await campaigns.newestOf(ownerId, limits.send.campaignsListed);
      return Promise.all(rows.map((row) => counted(parts, row)));
    },

    async one(key: Key): Promise<Campaign> {
      return shown(parts, await owned(parts, key));
    },

    /** The links whose clicks are counted, in the order in which the mail has them. */
    async links(key: Key): Promise<CampaignLink[]> {
      const { id } = await owned(parts, key);
      const countMax = limits.clicks.shownMax;
      const rows = await links.countsOf({ ownerId: key.ownerId, campaignId: id, countMax });
      return rows.map(({ id: _id, ...counts }) => ({ _id, ...counts }));
    },

    async deliveries(
      key: Key,
      query: {
        state?: DeliveryState | undefined;
        reaction?: Reaction | undefined;
        after?: string | undefined;
        pageSize?: number | undefined;
      },
    ) {
      const { id } = await owned(parts, key);
      const sizeMax = query.pageSize ?? limits.page.sizeDefault;
      const rows = await ledger.pageOf({
        campaignId: id,
        state: query.state ?? null,
        reaction: query.reaction ?? null,
        afterId: query.after ?? null,
        sizeMax,
      });
      const next = rows.length === sizeMax ? (rows.at(-1)?.id ?? null) : null;
      return { items: rows.map(deliveryOnTheWire), next };
    },
  };
}

function steering(core: Core, parts: Parts) {
  const { campaigns, ledger, dispatcher } = parts;

  async function change(key: Key, to: Parameters<CampaignStore["changeState"]>[0]): Promise<CampaignRow> {
    const before = await owned(parts, key);
    const row = await campaigns.changeState(to);
    if (row === null)
      throw new Refusal("conflict", `This campaign is ${before.state}, so it cannot be ${verbs[to.to]}`);
    await dispatcher.changed(row);
    return row;
  }

  return {
    async pause(key: Key): Promise<Campaign> {
      const row = await change(key, {
        id: key.id,
        from: ["running"],
        to: "paused",
        pausedBy: "person",
        pausedReason: "Paused by you",
      });
      return shown(parts, row);
    },

    async resume(key: Key): Promise<Campaign> {
      const row = await change(key, { id: key.id, from: ["paused"], to: "running" });
      await dispatcher.enqueue(row);
      return shown(parts, row);
    },

    async cancel(key: Key): Promise<Campaign> {
      const finishedAt = core.clock.now();
      const row = await change(key, { id: key.id, from: ["running", "paused"], to: "cancelled", finishedAt });
      await dispatcher.skipTheRest(row);
      await dispatcher.publishProgress(row);
      return shown(parts, row);
    },

    /** Puts failed or uncertain deliveries back in the queue; only a person asks for it. */
    async retry(key: Key, states: ("failed" | "uncertain")[]): Promise<number> {
      const before = await owned(parts, key);
      if (before.state === "cancelled")
        throw new Refusal("conflict", "This campaign was cancelled, so nothing of it is tried again");
      const retried = await requeue(core, ledger, { campaignId: before.id, states });
      if (retried === 0) return 0;
      const row = await campaigns.changeState({
        id: before.id,
        from: ["finished", "running"],
        to: "running",
        finishedAt: null,
      });
      if (row) await dispatcher.reread(row);
      return retried;
    },
  };
}

async function owned({ campaigns }: Parts, key: Key): Promise<CampaignRow> {
  const row = await campaigns.ownedBy(key);
  if (row === null) throw new Refusal("not_found", "This campaign was not found");
  return row;
}

async function shown(parts: Parts, campaign: CampaignRow): Promise<Campaign> {
  return counted(parts, { campaign, ...(await parts.ledger.allCountsOf(campaign.id)) });
}

async function counted(
  { dispatcher }: Parts,
  { campaign, counts, reactions }: CountedCampaign,
): Promise<Campaign> {
  const waiting = await dispatcher.waitingOf(campaign);
  return campaignOnTheWire(campaign, {
    counts,
    waiting: waiting?.reason ?? null,
    nextAt: waiting?.nextAt ?? null,
    ...reactions,
  });
}

const verbs: Record<string, string> = { paused: "paused", running: "resumed", cancelled: "cancelled" };

async function requeue(
  core: Core,
  ledger: Ledger,
  { campaignId, states }: { campaignId: string; states: ("failed" | "uncertain")[] },
): Promise<number> {
  const counts = await ledger.countsOf(campaignId);
  // No more than there are now: one that fails again at once must not be taken up a second time.
  const wanted = states.reduce((sum, state) => sum + counts[state], 0);
  let retried = 0;
  while (retried < wanted) {
    const moved = await ledger.move({
      campaignId,
      from: states,
      to: "queued",
      reason: null,
      now: core.clock.now(),
      countMax: Math.min(limits.leads.writeBatch, wanted - retried),
    });
    if (moved === 0) break;
    retried += moved;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return retried;
}

function deliveryOnTheWire(row: DeliveryRow): Delivery {
  const isOpen = row.state === "queued" || row.state === "deferred";
  return {
    _id: row.id,
    leadId: row.leadId,
    email: row.email,
    state: row.state as DeliveryState,
    reason: row.reason,
    attempts: row.attempts,
    dueAt: isOpen ? row.dueAt : null,
    sentAt: row.sentAt,
    openedAt: row.openedAt,
    clickedAt: row.clickedAt,
  };
}
