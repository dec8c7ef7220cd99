import type { Refusal } from "../../contract/errors.ts";
import type { PlannedScope, Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { customNames } from "../../contract/mergeFields.ts";
import { type Cause, inner, reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { SendInput } from "../../contract/schemas/campaign.ts";
import type { PlanAudience } from "../../contract/schemas/campaignPlan.ts";
import { groupsOf, type SkippedLead, splitSkipped } from "../../contract/sending/skipped.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { type CampaignStore, isAccepted, type StoredCampaign } from "../../db/stores/campaigns/campaigns.ts";
import { reasonIn } from "../../db/stores/campaigns/deliveryReason.ts";
import type { Ledger } from "../../db/stores/campaigns/ledger.ts";
import {
  createDeliveryListStore,
  type DeliveryListStore,
} from "../../db/stores/campaigns/plans/deliveryLists.ts";
import { createPlanStartStore, StartLost } from "../../db/stores/campaigns/plans/planStarts.ts";
import type { Barred } from "../../db/stores/leads/suppressions.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { readAhead } from "../core/readAhead.ts";
import { createSharedTurns } from "../core/turns.ts";
import type { Waits } from "../core/waits.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { createLeadFieldReader } from "../leads/index.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { campaignLinks, createTrackingService } from "../tracking/index.ts";
import { type AudienceStores, audienceOf, createAudienceStores, frozenAfter } from "./audience.ts";
import { newCampaign, newDelivery, newSentPlan, skipReasonOf } from "./campaignRows.ts";
import { nobody } from "./plans/emptyPlan.ts";
import { createSendAcceptance } from "./sendAcceptance.ts";
import { accountNamed, type RequestKeys, requestKeys } from "./sendRequest.ts";
import { fieldsNamed } from "./sequences/partContents.ts";

export type CampaignParts = {
  campaigns: CampaignStore;
  ledger: Ledger;
  sender: Pick<SendingPort, "tell">;
  suppressedAmong(workspaceId: WorkspaceId, emails: readonly string[]): Promise<Map<string, Barred>>;
  /** The HTML of a template that this workspace may use, or null. */
  templateHtml(scope: Scope, templateId: string): Promise<string | null>;
  waits: Pick<Waits, "turn">;
  jobs: Pick<Jobs, "wake">;
};

type StoredRequest = { requestKey: string; requestDigest: string };
type Skipped = SkippedLead & { cause: Cause };
type Sent = {
  campaignId: string;
  accepted: number;
  skipped: Skipped[];
  holdUntil?: number;
  /** An earlier call was accepted with this, which asked for the same. */
  isAgain?: true;
};

export type Sending = ReturnType<typeof createSending>;

/**
 * Accepting a send: the campaign and a ledger row for every lead are on disk before the answer. They are written
 * a batch at a time so that other requests get their turn; until the last one the campaign is "preparing" and
 * sends nothing, and a crash leaves nothing of it.
 */
export function createSending(core: Core, parts: CampaignParts) {
  const stores = createAudienceStores(core);
  const { audience } = stores;
  const credentials = createCredentialStore(core.database);
  const deliveryLists = createDeliveryListStore(core.database);
  const { campaigns, ledger } = parts;
  const tracking = createTrackingService(core);
  const definitionsOf = createLeadFieldReader(core);
  const acceptance = createSendAcceptance(core, parts);
  /** Sends being accepted, so that the second of a double click gets the first one's answer. */
  const underWay = new Map<string, Promise<Sent>>();
  /** The same where the second click comes to another server: it waits, and then finds what the first one made. */
  const turns = createSharedTurns(core, {
    name: "send",
    waitingMax: sendLimits.sameWaiting,
    tooMuch: "send_under_way",
  });

  async function answer(
    scope: PlannedScope,
    { input, request }: { input: SendInput; request: RequestKeys },
  ): Promise<Sent> {
    const { known, key } = await madeBefore(campaigns, scope, request);
    if (known && request.isNamed) await refuseAnother(campaigns, { known, input, content: request.content });
    if (known && isAccepted(known)) return answerOf(deliveryLists, known);
    const holdUntil = known === null ? null : await acceptance.heldUntil(known);
    if (known && holdUntil !== null) return { ...(await answerOf(deliveryLists, known)), holdUntil };
    // Whose turn it is has it alone, so the server that was writing this one is gone.
    if (known && core.database.shared !== null)
      await ledger.removeAllOf({ workspaceId: known.workspaceId, campaignId: known.id }, parts.waits);
    return prepare(scope, input, { requestKey: key, requestDigest: request.content });
  }

  async function prepare(scope: PlannedScope, input: SendInput, request: StoredRequest): Promise<Sent> {
    const account = accountNamed(await credentials.ownedBy(scope.workspaceId), input);
    const html = await htmlOf(parts, scope, input);
    const row = newCampaign(core, {
      scope,
      account,
      input,
      ...request,
      tracking: await tracking.forSend(scope, input),
    });
    const fields = fieldsNamed(`${row.subject}\n${html}`, await definitionsOf(scope));
    const plan = newSentPlan(row, scope, await namedAudience(stores, scope, input));
    const links = await campaignLinks(core, { campaign: row, html, custom: customNames(fields ?? []) });
    if (!(await campaigns.addUnlessKnown({ ...row, html, fields, links, plan })))
      throw refused("send_under_way");
    try {
      const frozenAfterId = await frozenAfter(core, { scope, audience });
      const { total, skipped } = await writeLedger({ core, parts, stores, row, input, frozenAfterId });
      if (total === 0) throw refused("nobody_chosen");
      const accepted = total - skipped.length;
      if (accepted === 0) throw nobodyLeft(skipped);
      const held = await acceptance.accept({ row, scope, input, sums: { total, accepted } });
      return { campaignId: row.id, accepted, skipped, ...held };
    } catch (error) {
      await ledger.removeAllOf({ workspaceId: row.workspaceId, campaignId: row.id }, parts.waits);
      throw error instanceof StartLost ? refused("send_interrupted") : error;
    }
  }

  return {
    /**
     * @throws {Refusal} bad_request or not_found, or conflict for the key of another send; then nothing was accepted.
     */
    async send(scope: PlannedScope, input: SendInput, idempotencyKey: string | null): Promise<Sent> {
      const request = requestKeys({ input, idempotencyKey, now: core.clock.now() });
      const lane = `${scope.workspaceId} ${request.lane}`;
      const first = underWay.get(lane);
      if (first) return { ...(await first), isAgain: true };
      const turn = { workspaceId: scope.workspaceId, lane: request.lane };
      const work = turns
        .take(turn, () => answer(scope, { input, request }))
        .finally(() => underWay.delete(lane));
      underWay.set(lane, work);
      return work;
    },
  };
}

async function htmlOf({ templateHtml }: CampaignParts, scope: Scope, input: SendInput): Promise<string> {
  if (input.html?.trim()) return input.html;
  const html = input.templateId ? await templateHtml(scope, input.templateId) : null;
  if (html === null) throw refused("template_unknown", {}, { field: "templateId" });
  if (html.trim() === "") throw refused("fields_missing", {}, { field: "html" });
  return html;
}

/** For whom it is, where a campaign that is composed can say the same; null for leads by name, or found by a search. */
async function namedAudience(
  { audience }: AudienceStores,
  { workspaceId }: Scope,
  { collection, leads }: SendInput,
): Promise<PlanAudience | null> {
  const name = leads?.length ? undefined : collection?.trim().toLowerCase();
  if (name === undefined) return null;
  if (name === "all") return { ...nobody, everyone: true };
  const id = await audience.collectionId({ workspaceId, name });
  return id === null ? null : { ...nobody, collections: [id] };
}

/** What was answered when this campaign was accepted. */
async function answerOf(lists: DeliveryListStore, row: StoredCampaign): Promise<Sent> {
  const page = await lists.pageOf({
    workspaceId: row.workspaceId,
    campaignIds: [row.id],
    state: "skipped",
    reaction: null,
    code: null,
    search: null,
    afterId: null,
    sizeMax: sendLimits.leadsMax,
  });
  const skipped = page.map((row) => skippedLead(row.email, reasonIn(row) ?? reason("other")));
  return { campaignId: row.id, accepted: row.accepted, skipped, isAgain: true };
}

/** What the same request has become, if it was made before, and the key to store if it was not. */
async function madeBefore(campaigns: CampaignStore, { workspaceId }: Scope, request: RequestKeys) {
  const { keys, sinceMs, isNamed } = request;
  let requestKeys = keys;
  for (;;) {
    const known = await campaigns.byRequest({ workspaceId, requestKeys, sinceMs });
    if (known === null || isNamed || known.state !== "cancelled") return { known, key: requestKeys[0] };
    // Whoever asks anew after cancelling wants it sent: that is no double click.
    requestKeys = [`again:${known.id}`];
  }
}

/** @throws {Refusal} conflict when the key was used for anything else, were it only for other recipients. */
async function refuseAnother(
  campaigns: CampaignStore,
  { known, input, content }: { known: StoredCampaign; input: SendInput; content: string },
): Promise<void> {
  const { subject, html } = input;
  const isSame =
    known.requestDigest === null
      ? known.subject === subject && (!html?.trim() || (await campaigns.htmlOf(known)) === html)
      : known.requestDigest === content;
  if (!isSame) throw refused("key_of_another_send");
}

function skippedLead(email: string, cause: Cause): Skipped {
  return { email, reason: inWords(cause), cause };
}

/** A send that reaches nobody is no send: whoever asked is told why instead of "sent". */
function nobodyLeft(all: Sent["skipped"]): Refusal {
  const skipped = all.slice(0, sendLimits.skippedShown);
  const { named, more, others } = splitSkipped(groupsOf(all), sendLimits.skippedNamed);
  const leftOut = others.map(({ count, cause = reason("other") }) => ({
    code: "left_out",
    params: { count, why: inner(cause) },
  }));
  return refused("nobody_left", { optedOut: named, more, others: leftOut }, { skipped });
}

type Writing = {
  core: Core;
  parts: CampaignParts;
  stores: AudienceStores;
  row: StoredCampaign;
  input: SendInput;
  frozenAfterId: string | null;
};

/** A batch of those it is for, with those of them that must not be mailed. */
async function* lookedUp({ parts, stores, row, input }: Writing) {
  for await (const batch of audienceOf(stores, { ...input, workspaceId: row.workspaceId })) {
    const emails = batch.map((lead) => lead.email);
    yield { batch, barred: await parts.suppressedAmong(row.workspaceId, emails) };
  }
}

/** One ledger row for every lead, those that will not be mailed with the reason why. */
async function writeLedger(writing: Writing) {
  const { core, parts, row, frozenAfterId } = writing;
  const starts = createPlanStartStore(core.database);
  const skipped: Sent["skipped"] = [];
  let total = 0;
  for await (const { batch, barred } of readAhead(lookedUp(writing))) {
    const rows = batch.map((lead) => {
      const why = skipReasonOf(lead, barred, frozenAfterId);
      if (why !== null) skipped.push(skippedLead(lead.email, why));
      return newDelivery(core, { row, lead, why });
    });
    await starts.write({ workspaceId: row.workspaceId, partIds: [row.id], deliveries: rows, enrolments: [] });
    total += rows.length;
    // Let other requests have their turn between two batches.
    await parts.waits.turn();
  }
  return { total, skipped };
}
