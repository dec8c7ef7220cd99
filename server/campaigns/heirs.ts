import { sentStepId } from "../../contract/campaigns/changeHeld.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { type CredentialRow, createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import type { CampaignRow, CountedCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { type Heir, linksOfParts } from "../../db/stores/campaigns/plans/heirs.ts";
import type { MovedParts } from "../../db/stores/campaigns/plans/planMoving.ts";
import type { Core } from "../core/core.ts";
import { copiedLinks } from "../tracking/index.ts";
import { senderColumnsOf } from "./campaignRows.ts";
import { currentAccountsOf } from "./plans/currentAccounts.ts";
import type { OwnedPlan } from "./plans/planParts.ts";

type Standing = Pick<CampaignRow, "state" | "pausedBy" | "pausedReason">;
type Making = { account: CredentialRow; standing(part: CampaignRow): Standing };

/** Makes the parts that take over what is left of others, whose account does not send it any more. */
export function createHeirs(core: Core) {
  const accounts = createCredentialStore(core.database);

  const make = making(core);

  return {
    /** What becomes of each part, or of those of one account, where what is left is sent from another. */
    async moved(known: OwnedPlan, from: string | null, account: CredentialRow): Promise<MovedParts> {
      const { workspaceId, version } = known.plan;
      const paused = known.parts.filter(
        ({ campaign }) => campaign.state === "paused" && (from === null || campaign.credentialId === from),
      );
      const isKept = (part: CountedCampaign) =>
        part.campaign.credentialId === account.id || settledCount(part) === 0;
      const others = paused.filter((part) => !isKept(part));
      const waits = others.filter(({ counts }) => counts.queued + counts.deferred + counts.sending > 0);
      const ids = (parts: readonly CountedCampaign[]) => parts.map(({ campaign }) => campaign.id);
      return {
        version,
        kept: ids(paused.filter(isKept)),
        ended: ids(others.filter((part) => !waits.includes(part))),
        heirs: await make(
          workspaceId,
          waits.map(({ campaign }) => campaign),
          {
            account,
            standing: ({ state, pausedBy, pausedReason }) =>
              pausedBy === "test"
                ? { state, pausedBy, pausedReason }
                : { state: "running", pausedBy: null, pausedReason: null },
          },
        ),
      };
    },

    /**
     * For those finished parts whose account does not send the campaign's mails any more: what is tried again of them goes from
     * one that does. `which` says which of these have something. Where none is left, it waits as any campaign does.
     */
    async retried(known: OwnedPlan, which: (ids: readonly string[]) => Promise<string[]>): Promise<Heir[]> {
      const { plan, parts } = known;
      const { workspaceId, pausedBy, pausedReason } = plan;
      const current = currentAccountsOf(plan, parts);
      const ended = parts.filter(({ campaign }) => campaign.state === "finished");
      if (ended.every(({ campaign }) => current.length === 1 && campaign.credentialId === current[0]))
        return [];
      const owned = new Map((await accounts.ownedBy(workspaceId)).map((row) => [row.id, row]));
      const account = current.map((id) => owned.get(id)).find((row) => row !== undefined);
      if (account === undefined) return [];
      const isFormer = ({ credentialId }: CampaignRow) =>
        !current.includes(credentialId) || !owned.has(credentialId);
      const former = ended.map(({ campaign }) => campaign).filter(isFormer);
      if (former.length === 0) return [];
      const ids = new Set(await which(former.map(({ id }) => id)));
      return make(
        workspaceId,
        former.filter(({ id }) => ids.has(id)),
        {
          account,
          standing: () =>
            pausedBy === null
              ? { state: "running", pausedBy: null, pausedReason: null }
              : { state: "paused", pausedBy, pausedReason },
        },
      );
    },
  };
}

function making(core: Core) {
  return async function make(
    workspaceId: WorkspaceId,
    parts: readonly CampaignRow[],
    { account, standing }: Making,
  ): Promise<Heir[]> {
    const ids = parts.map(({ id }) => id);
    const links = Map.groupBy(
      await linksOfParts(core.database, { workspaceId, ids }),
      ({ campaignId }) => campaignId,
    );
    return parts.map((part) => {
      const id = core.newId();
      return {
        of: part.id,
        row: {
          ...part,
          ...senderColumnsOf(account),
          ...standing(part),
          id,
          requestKey: `part:moved:${id}`,
          requestDigest: null,
          stepId: part.stepId ?? sentStepId,
          total: 0,
          accepted: 0,
          finishedAt: null,
          rowMove: null,
          rowMoveAt: null,
        },
        links: copiedLinks(links.get(part.id) ?? [], id),
      };
    });
  };
}

function settledCount({ counts: { sent, failed, uncertain, skipped } }: CountedCampaign): number {
  return sent + failed + uncertain + skipped;
}
