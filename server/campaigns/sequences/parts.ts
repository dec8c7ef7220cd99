import { createHash } from "node:crypto";
import type { TrackChoice } from "../../../contract/leads/consent.ts";
import { customNames } from "../../../contract/mergeFields.ts";
import { reason } from "../../../contract/reasons.ts";
import type { CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { type CredentialRow, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import {
  createCampaignStore,
  preparing,
  type StoredCampaign,
} from "../../../db/stores/campaigns/campaigns.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { TrackingChoice } from "../../../db/stores/identity/preferences.ts";
import type { Core } from "../../core/core.ts";
import { campaignLinks, createTrackingService } from "../../tracking/index.ts";
import { senderColumnsOf } from "../campaignRows.ts";
import { PartFault } from "./PartFault.ts";
import { createPartContents, type PartContent } from "./partContents.ts";

/** Which mails are in one part: of one step and variant, through one account, by one wall clock. */
type PartOf = {
  step: number;
  /** Null for those who wait for the better variant. */
  variantId: string | null;
  credentialId: string;
  zone: string;
  /** The subject of the mail that theirs answers, where it answers one. */
  answers?: string | null;
};

/**
 * Makes parts of one campaign where they are missing. A new one is "preparing" until the commit that gives it its first
 * mails, so that none is ever seen empty, and a start takes away what a kill has left of it.
 */
export function createPartMaker(core: Core, plan: PlanRow, content: PlanContent) {
  const campaigns = createCampaignStore(core.database);
  const credentials = createCredentialStore(core.database);
  const contents = createPartContents(core, plan, content);
  const tracking = createTrackingService(core);
  const { workspaceId } = plan;
  const known = new Map<string, Promise<StoredCampaign>>();

  function stepOf({ step }: PartOf): CampaignStep {
    const found = content.steps[step];
    if (found === undefined) throw new Error("a part of a step that is not there");
    return found;
  }

  async function find(of: PartOf): Promise<StoredCampaign> {
    const step = stepOf(of);
    // Made anew for each version of what it says: mails that have gone keep theirs.
    const said = await contents.of(step, of.variantId, of.answers);
    const usual = await contents.of(step, of.variantId);
    const subject = said.subject === usual.subject ? null : said.subject;
    const scope = { workspaceId, userId: plan.createdBy ?? workspaceId, role: "owner" } as const;
    const counted = await tracking.forSend(scope, content);
    const { track } = counted;
    const named = { planId: plan.id, stepId: step.id, version: said.version, track, subject };
    const requestKey = partKey({ ...of, ...named });
    const byKey = () => campaigns.byRequest({ workspaceId, requestKeys: [requestKey], sinceMs: 0 });
    const found = await byKey();
    if (found !== null) return found;
    const account = await credentials.one({ workspaceId, id: of.credentialId });
    if (account === null) throw new PartFault("account_removed");
    const row = newPart(core, { plan, content, of, stepId: step.id, account, said, counted, requestKey });
    const { html, fields } = said;
    // In one commit, so that no part is found that was made without its links.
    const links = await campaignLinks(core, { campaign: row, html, custom: customNames(fields ?? []) });
    if (await campaigns.addUnlessKnown({ ...row, html, fields, links })) return row;
    const other = await byKey();
    if (other === null) throw new Error("a part vanished while it was made");
    return other;
  }

  return {
    /** @throws {PartFault} where its account or its content is gone. */
    partFor(of: PartOf): Promise<StoredCampaign> {
      const key = JSON.stringify([of.step, of.variantId, of.credentialId, of.zone, of.answers]);
      const found = known.get(key) ?? find(of);
      known.set(key, found);
      return found;
    },
  };
}

type Making = {
  plan: PlanRow;
  content: PlanContent;
  of: PartOf;
  stepId: string;
  account: CredentialRow;
  said: PartContent;
  counted: TrackingChoice;
  requestKey: string;
};

function newPart(core: Core, making: Making): StoredCampaign {
  const { plan, content, of, stepId, account, said, counted, requestKey } = making;
  const { workspaceId } = plan;
  return {
    id: core.newId(),
    workspaceId,
    ...senderColumnsOf(account),
    subject: said.subject,
    state: preparing,
    ...(of.variantId === null
      ? { pausedBy: "test", pausedReason: reason("awaiting_winner", { at: "", zone: null }) }
      : { pausedBy: null, pausedReason: null }),
    mailKind: null,
    trackOpens: counted.opens,
    trackClicks: counted.clicks,
    track: counted.track,
    requestKey,
    requestDigest: null,
    total: 0,
    accepted: 0,
    createdAt: core.clock.now(),
    finishedAt: null,
    rowMove: null,
    rowMoveAt: null,
    planId: plan.id,
    step: of.step,
    stepId,
    variantId: of.variantId,
    contentVersion: said.version,
    zone: of.zone,
    window: content.window,
    spread: content.spread,
  };
}

/**
 * Names a part among all of a workspace's, so that two who make it at once make one. Where a workspace has chosen since whom its
 * mails count, those to come are in another; so are those that answer another mail than most.
 */
function partKey(
  of: PartOf & {
    planId: string;
    stepId: string;
    version: number;
    track: TrackChoice;
    subject: string | null;
  },
): string {
  const { planId, stepId, variantId, credentialId, zone, version, track, subject } = of;
  const counting = track === "always" ? [] : [track];
  const answering = subject === null ? [] : [{ subject }];
  const digest = createHash("sha256").update(
    JSON.stringify([stepId, variantId, credentialId, zone, version, ...counting, ...answering]),
  );
  return `part:${planId}:${digest.digest("base64url")}`;
}
