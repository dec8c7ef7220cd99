import type { Scope, WorkspaceId } from "../../contract/identity/scope.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import { clickLimits } from "../../contract/limits/clicks.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Campaign, CampaignPart, CampaignQuery } from "../../contract/schemas/campaign.ts";
import {
  type CampaignActivity,
  type CampaignsCount,
  planStates,
} from "../../contract/schemas/campaignPlan.ts";
import type { CampaignLink } from "../../contract/schemas/tracking.ts";
import type { Place } from "../../db/keyset.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { inWrittenOrder } from "../../db/stores/campaigns/plans/inWrittenOrder.ts";
import { createPlanActivityStore } from "../../db/stores/campaigns/plans/planActivity.ts";
import {
  createPlanListStore,
  isPlanPlace,
  type ListedPlan,
} from "../../db/stores/campaigns/plans/planLists.ts";
import type { PlanRow } from "../../db/stores/campaigns/plans/planRows.ts";
import { createResponseStore } from "../../db/stores/inbound/responses.ts";
import { createLinkStore } from "../../db/stores/tracking/links.ts";
import type { Core } from "../core/core.ts";
import { inWords } from "../core/inWords.ts";
import { cursorAt, placeAt } from "../core/listCursor.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { campaignSenderText } from "../sending/campaignSender.ts";
import { waitingOnTheWire } from "../sending/dispatch/tally.ts";
import { createTrackingService } from "../tracking/index.ts";
import { createDeliveryPages } from "./deliveryPages.ts";
import { type CampaignFacts, campaignAnswer, type LookedAtPart, nameOf } from "./plans/campaignAnswer.ts";
import { createOwnedPlans } from "./plans/planParts.ts";
import { createRestForecast } from "./restForecast.ts";
import { createSequenceLeads } from "./sequences/sequenceLeads.ts";

type Key = Scope & { id: string };
type CursorQuery = CampaignQuery & { limit?: number | undefined; cursor?: string | undefined };

export type CampaignPages = ReturnType<typeof createCampaignPages>;

/** Looking at campaigns, in lists and one by one. */
export function createCampaignPages(core: Core, showing: CampaignShowing) {
  return { ...listing(core, showing), ...onePage(core, showing) };
}

export type CampaignShowing = ReturnType<typeof createCampaignShowing>;

/** Campaigns as the wire shows them, with all that they are put together from. */
export function createCampaignShowing(core: Core, { sender }: { sender: Pick<SendingPort, "waitingsOf"> }) {
  const lists = createPlanListStore(core.database);
  const credentials = createCredentialStore(core.database);
  const responses = createResponseStore(core.database);
  const tracking = createTrackingService(core);
  const { adopt } = createOwnedPlans(core);

  async function partsOf(workspaceId: WorkspaceId, ids: readonly string[]): Promise<LookedAtPart[]> {
    const rows = await lists.partsOf(workspaceId, ids);
    const waitings = await sender.waitingsOf(rows.map(({ campaign }) => campaign));
    const counted = await responses.countsByPart(
      workspaceId,
      rows.map(({ campaign }) => campaign.id),
    );
    return rows.map((row, index) => ({
      ...row,
      waiting: waitings[index] ?? null,
      responses: counted.get(row.campaign.id) ?? { replied: 0, complained: 0 },
    }));
  }

  async function factsOf(scope: Scope, listed: readonly ListedPlan[]): Promise<CampaignFacts[]> {
    const { workspaceId } = scope;
    const ids = listed.map(({ plan }) => plan.id);
    const parts = Map.groupBy(
      await partsOf(workspaceId, ids),
      ({ campaign }) => campaign.planId ?? campaign.id,
    );
    const isHeld = ({ plan }: ListedPlan) => plan.state === "holding" && plan.content === null;
    const holding = listed.filter(isHeld).map(({ plan }) => plan.id);
    const held = Map.groupBy(
      await lists.heldPartsOf(workspaceId, holding),
      ({ campaign }) => campaign.planId ?? campaign.id,
    );
    // Nothing is asked for that the parts say already.
    const unsent = ids.filter((id) => !parts.has(id));
    const subjects = Map.groupBy(await lists.subjectsOf(workspaceId, unsent), ({ planId }) => planId);
    const composed = listed.some(({ plan }) => plan.content !== null);
    const rows = composed ? await credentials.ownedBy(workspaceId) : [];
    const accounts = new Map(rows.map((row) => [row.id, row]));
    const chosen = composed ? await tracking.of(scope) : { opens: false, clicks: false };
    return listed.map((one) => ({
      ...one,
      parts: parts.get(one.plan.id) ?? [],
      held: held.get(one.plan.id) ?? [],
      subjects: new Map((subjects.get(one.plan.id) ?? []).map((mail) => [mail.variantId, mail.subject])),
      accounts,
      tracking: chosen,
    }));
  }

  /** @throws {Refusal} not_found. */
  async function facts(key: Key): Promise<CampaignFacts> {
    const listed = (await lists.one(key)) ?? ((await adopt()) ? await lists.one(key) : null);
    const [found] = listed === null ? [] : await factsOf(key, [listed]);
    if (found === undefined) throw refused("campaign_not_found");
    return found;
  }

  return {
    partsOf,
    facts,

    async all(scope: Scope, listed: readonly ListedPlan[]): Promise<Campaign[]> {
      return (await factsOf(scope, listed)).map(campaignAnswer);
    },

    /** @throws {Refusal} not_found. */
    async one(key: Key): Promise<Campaign> {
      return campaignAnswer(await facts(key));
    },
  };
}

function listing({ database }: Core, showing: CampaignShowing) {
  const lists = createPlanListStore(database);
  const { adopt } = createOwnedPlans({ database });

  const asked = ({ workspaceId }: Scope, query: CampaignQuery) => {
    const { sort = "createdAt" } = query;
    const desc = query.order === undefined ? (query.desc ?? sort === "createdAt") : query.order === "desc";
    return {
      workspaceId,
      search: query.search?.trim() || null,
      sort,
      desc,
      states: query.state === undefined ? null : [query.state],
      archived: query.archived ?? false,
    };
  };

  return {
    async list(scope: Scope, query: CampaignQuery): Promise<Campaign[]> {
      await adopt();
      const { page = 1, pageSize = campaignLimits.pageMax } = query;
      const offset = (page - 1) * pageSize;
      const rows = await lists.page({ ...asked(scope, query), offset, countMax: pageSize });
      return showing.all(scope, rows);
    },

    async count({ workspaceId }: Scope): Promise<CampaignsCount> {
      await adopt();
      const rows = await lists.countsByState(workspaceId);
      const live = rows.filter(({ archived }) => !archived);
      const states = Object.fromEntries(
        planStates.map((state) => [state, live.find((row) => row.state === state)?.count ?? 0]),
      ) as CampaignsCount["states"];
      const archived = rows.reduce((sum, row) => sum + (row.archived ? row.count : 0), 0);
      return { states, archived };
    },

    /** The next in an order, by cursor. @throws {Refusal} bad_request for a cursor of another list. */
    async next(scope: Scope, { limit = pageLimits.sizeDefault, cursor, ...query }: CursorQuery) {
      await adopt();
      const filters = asked(scope, query);
      const { workspaceId, sort, desc, search, states, archived } = filters;
      const list = ["campaigns", workspaceId, sort, desc, search, states, archived];
      const isPlace = (values: readonly unknown[]): values is Place => isPlanPlace(database, sort, values);
      const place = cursor === undefined ? null : placeAt(list, cursor, isPlace);
      const { rows, last } = await lists.pageBehind({ ...filters, place, offset: 0, countMax: limit });
      const next = rows.length === limit && last !== null ? cursorAt(list, last) : null;
      return { items: await showing.all(scope, rows), next };
    },
  };
}

function onePage(core: Core, showing: CampaignShowing) {
  const { database } = core;
  const { owned } = createOwnedPlans(core);
  const links = createLinkStore(database);
  const activities = createPlanActivityStore(database);
  const doneAt = createRestForecast(core);
  return {
    async one(key: Key): Promise<Campaign> {
      const facts = await showing.facts(key);
      return { ...campaignAnswer(facts), doneAt: await doneAt(key.workspaceId, facts) };
    },

    async parts(key: Key): Promise<CampaignPart[]> {
      const { plan } = await owned(key);
      const parts = await showing.partsOf(key.workspaceId, [key.id]);
      return inWrittenOrder(plan.content, parts, ({ campaign }) => campaign).map(partOnTheWire);
    },

    leads: createSequenceLeads(core).page,

    /** The links whose clicks are counted, in the order in which the mails have them; of several parts, added up. */
    async links(key: Key): Promise<CampaignLink[]> {
      const { parts } = await owned(key);
      const countMax = clickLimits.shownMax;
      const all: CampaignLink[] = [];
      for (const { campaign } of parts) {
        const of = { workspaceId: key.workspaceId, campaignId: campaign.id, countMax };
        for (const { id: _id, ...counts } of await links.countsOf(of)) all.push({ _id, ...counts });
      }
      return parts.length > 1 ? addedUp(all) : all;
    },

    deliveries: createDeliveryPages(core),

    /** The newest first. */
    async activity(key: Key): Promise<CampaignActivity[]> {
      const { plan, parts: sent } = await owned(key);
      const rows = await activities.newestOf({ ...key, countMax: campaignLimits.activityMax });
      const told = rows.map(({ id, at, activity, person }) => ({
        _id: id,
        at,
        who: nameOf(person),
        reason: inWords(activity),
        cause: activity,
      }));
      const isWhole = rows.length < campaignLimits.activityMax;
      return withEnds(told, { plan, sent, shown: await showing.one(key), isWhole });
    },
  };
}

/** What is written down, with what is not: how a send that goes at once began, and how any campaign ended. */
function withEnds(
  told: CampaignActivity[],
  of: {
    plan: Pick<PlanRow, "id" | "startedAt">;
    sent: readonly { campaign: { accepted: number } }[];
    shown: Campaign;
    isWhole: boolean;
  },
): CampaignActivity[] {
  const { plan, sent, shown, isWhole } = of;
  const ends: CampaignActivity[] = [];
  // Whoever sends ends the last part, and writes of the whole nothing down.
  if (shown.state === "finished" && shown.finishedAt !== null) {
    const cause = reason("did_finish");
    ends.push({ _id: `${plan.id}-end`, at: shown.finishedAt, who: null, reason: inWords(cause), cause });
  }
  // A send that goes at once is whole as it is accepted.
  if (plan.startedAt !== null && isWhole && !told.some(({ cause }) => cause.code === "did_start")) {
    const recipients = sent.reduce((sum, { campaign }) => sum + campaign.accepted, 0);
    const cause = reason("did_start", { recipients });
    const { createdBy: who } = shown;
    ends.push({ _id: `${plan.id}-start`, at: plan.startedAt, who, reason: inWords(cause), cause });
  }
  return [...told, ...ends].toSorted((a, b) => b.at - a.at);
}

/** Parts of the same mail have the same links, each of its own. */
function addedUp(links: readonly CampaignLink[]): CampaignLink[] {
  const sums = new Map<string, CampaignLink>();
  for (const link of links) {
    const known = sums.get(link.url);
    if (known === undefined) sums.set(link.url, { ...link });
    else for (const name of ["people", "clicks", "machineClicks"] as const) known[name] += link[name];
  }
  return [...sums.values()];
}

function partOnTheWire({ campaign, counts, reactions, responses, waiting }: LookedAtPart): CampaignPart {
  const { id, step, stepId, variantId, zone, credentialId, subject, state, total } = campaign;
  return {
    _id: id,
    step,
    stepId,
    variantId,
    zone,
    credentialId,
    from: campaignSenderText(campaign),
    subject,
    state,
    ...waitingOnTheWire(waiting),
    counts,
    ...reactions,
    ...responses,
    total,
  };
}
