import type { Scope } from "../../contract/identity/scope.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Campaign, Delivery, DeliveryState, Reaction } from "../../contract/schemas/campaign.ts";
import type { CampaignLink } from "../../contract/schemas/tracking.ts";
import { type CredentialStore, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import {
  type CampaignAccountStore,
  createCampaignAccountStore,
} from "../../db/stores/campaigns/campaignAccounts.ts";
import type { CampaignRow, CampaignStore, CountedCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import type { Ledger } from "../../db/stores/campaigns/ledger.ts";
import type { DeliveryRow } from "../../db/stores/campaigns/ledgerSending.ts";
import type { RetriedState } from "../../db/stores/campaigns/rowMoves.ts";
import { createLinkStore, type LinkStore } from "../../db/stores/tracking/links.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import type { CampaignWord, SendingPort } from "../sending/boundary/port.ts";
import type { RowMoves } from "../sending/dispatch/rowMoves.ts";
import { waitingOnTheWire } from "../sending/dispatch/tally.ts";
import { campaignOnTheWire, senderColumnsOf } from "./campaignRows.ts";

type CampaignParts = {
  campaigns: CampaignStore;
  ledger: Ledger;
  sender: SendingPort;
  moves: RowMoves;
};
type Parts = CampaignParts & {
  links: LinkStore;
  accounts: CredentialStore;
  moving: CampaignAccountStore;
};
type Key = Scope & { id: string };
export type CampaignService = ReturnType<typeof createCampaignService>;

/** Looking at campaigns and steering them: pause, go on, cancel, try again, send the rest from elsewhere. */
export function createCampaignService(core: Core, parts: CampaignParts) {
  const { database } = core;
  const all = {
    ...parts,
    links: createLinkStore(database),
    accounts: createCredentialStore(database),
    moving: createCampaignAccountStore(database),
  };
  return { ...looking(all), ...steering(all), ...sendingTheRest(all) };
}

function looking(parts: Parts) {
  const { campaigns, ledger, links } = parts;
  return {
    async list({ workspaceId }: Scope): Promise<Campaign[]> {
      const rows = await campaigns.newestOf(workspaceId, sendLimits.campaignsListed);
      return allCounted(parts, rows);
    },

    async one(key: Key): Promise<Campaign> {
      return shown(parts, await owned(parts, key));
    },

    /** The links whose clicks are counted, in the order in which the mail has them. */
    async links(key: Key): Promise<CampaignLink[]> {
      const { id } = await owned(parts, key);
      const countMax = clickLimits.shownMax;
      const rows = await links.countsOf({ workspaceId: key.workspaceId, campaignId: id, countMax });
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
      const sizeMax = query.pageSize ?? pageLimits.sizeDefault;
      const rows = await ledger.pageOf({
        workspaceId: key.workspaceId,
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

function steering(parts: Parts) {
  const { campaigns, moves, accounts } = parts;

  async function change(
    before: CampaignRow,
    to: Parameters<CampaignStore["changeState"]>[0],
  ): Promise<CampaignRow> {
    const row = await campaigns.changeState(to);
    if (row === null)
      throw refused("campaign_state_wrong", {
        state: before.state,
        change: to.to === "paused" ? "paused" : "resumed",
      });
    tell(parts, "changed", row);
    return row;
  }

  return {
    async pause(key: Key): Promise<Campaign> {
      const row = await change(await owned(parts, key), {
        id: key.id,
        from: ["running"],
        to: "paused",
        pausedBy: "person",
        pausedReason: reason("paused_by_person"),
      });
      return shown(parts, row);
    },

    async resume(key: Key): Promise<Campaign> {
      const before = await owned(parts, key);
      if ((await accounts.byId(before.credentialId)) === null) throw refused("campaign_account_gone");
      const row = await change(before, { id: key.id, from: ["paused"], to: "running" });
      tell(parts, "begun", row);
      return shown(parts, row);
    },

    async cancel(key: Key): Promise<Campaign> {
      const before = await owned(parts, key);
      const cancelled = await moves.cancel(key.id);
      if (cancelled === null)
        throw refused("campaign_state_wrong", { state: before.state, change: "cancelled" });
      const { row, done } = cancelled;
      tell(parts, "changed", row);
      await done;
      tell(parts, "recounted", row);
      return shown(parts, row);
    },
  };
}

function sendingTheRest(parts: Parts) {
  const { moves, accounts, moving } = parts;
  return {
    /** What is left of a paused campaign goes out through another account of its workspace, and begins at once. */
    async move(key: Key, credentialId: string): Promise<Campaign> {
      const before = await owned(parts, key);
      const account = await accounts.one({ workspaceId: key.workspaceId, id: credentialId });
      if (account === null) throw refused("account_not_found");
      const row = await moving.move({ id: before.id, sender: senderColumnsOf(account) });
      if (row === null && before.state === "paused") throw refused("campaign_under_way");
      if (row === null) throw refused("campaign_state_wrong", { state: before.state, change: "moved" });
      tell(parts, "changed", row);
      tell(parts, "begun", row);
      return shown(parts, row);
    },

    /** Puts failed or uncertain deliveries back in the queue; only a person asks for it. */
    async retry(key: Key, states: RetriedState[]): Promise<number> {
      const before = await owned(parts, key);
      if (before.state === "cancelled") throw refused("campaign_over");
      if (before.rowMove !== null) throw refused("campaign_rows_moving");
      const begun = await moves.retry({ id: before.id, states });
      if (begun === null) return 0;
      await begun.done;
      if (begun.row.state === "running") tell(parts, "reread", begun.row);
      return begun.retried;
    },
  };
}

async function owned({ campaigns }: Parts, key: Key): Promise<CampaignRow> {
  const row = await campaigns.ownedBy(key);
  if (row === null) throw refused("campaign_not_found");
  return row;
}

async function shown(parts: Parts, campaign: CampaignRow): Promise<Campaign> {
  const [one] = await allCounted(parts, [{ campaign, ...(await parts.ledger.allCountsOf(campaign.id)) }]);
  return one as Campaign;
}

async function allCounted({ sender }: Parts, rows: readonly CountedCampaign[]): Promise<Campaign[]> {
  const waitings = await sender.waitingsOf(rows.map(({ campaign }) => campaign));
  return rows.map(({ campaign, counts, reactions }, index) =>
    campaignOnTheWire(campaign, { counts, ...waitingOnTheWire(waitings[index] ?? null), ...reactions }),
  );
}

/** Nobody waits until the sender has acted on it. */
function tell({ sender }: Parts, kind: CampaignWord, { id, workspaceId }: CampaignRow): void {
  void sender.tell({ kind, campaignId: id, workspaceId });
}

function deliveryOnTheWire(row: DeliveryRow): Delivery {
  const cause = reasonIn(row);
  const isOpen = row.state === "queued" || row.state === "deferred";
  return {
    _id: row.id,
    leadId: row.leadId,
    email: row.email,
    state: row.state,
    reason: cause && inWords(cause),
    cause,
    attempts: row.attempts,
    dueAt: isOpen ? row.dueAt : null,
    sentAt: row.sentAt,
    openedAt: row.openedAt,
    clickedAt: row.clickedAt,
  };
}
