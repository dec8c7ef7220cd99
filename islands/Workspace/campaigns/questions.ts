import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Campaign, CampaignQuery, DeliveryState, Reaction } from "../../../contract/schemas/campaign.ts";
import type { BreakdownPart, TimeStep } from "../../../contract/schemas/campaignInsight.ts";
import type { SequenceLeadQuery } from "../../../contract/schemas/sequences/sequenceLeads.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { asks, type Question, question } from "../../_data/queries.ts";
import { isUnderWay } from "./steering/actions.ts";

type ListQuery = Pick<CampaignQuery, "search" | "state" | "sort"> & {
  archived?: boolean;
  desc?: boolean;
  page?: number;
  pageSize?: number;
};
export type LedgerQuery = {
  state?: DeliveryState;
  reaction?: Reaction;
  search?: string;
  code?: string;
  step?: number;
  after?: string;
};
export type LeadQuery = Pick<SequenceLeadQuery, "step" | "ended" | "search" | "after">;

const { dataFreshMs, campaignsListed: pageSize, ledgerPage, insightLookMs, optoutsListed } = screenLimits;

type Watched = Pick<Campaign, "_id" | "state">;

/** Polls while a campaign is in progress, for what the socket does not report. */
function polled<Answer>(asked: Question<Answer>, campaign: Watched): Question<Answer> {
  return { ...asked, refetchInterval: isUnderWay(campaign) ? insightLookMs : false };
}

/** The queries of the list of campaigns, the calendar and a campaign's page. */
export const watched = {
  list: ({ archived, desc, ...query }: ListQuery): Question<Campaign[]> =>
    question(
      ["campaigns", "list", { ...query, archived, desc }],
      asks("GET /amplify/campaigns", {
        query: {
          pageSize,
          ...query,
          ...(archived ? { archived: "true" } : {}),
          ...(desc === undefined ? {} : { desc: desc ? "true" : "false" }),
        },
      }),
    ),
  count: () => question(["campaigns", "count"], asks("GET /amplify/campaigns/count")),
  /** All that began or begin on or after a moment, the newest first. */
  since: (from: number): Question<Campaign[]> =>
    question(["campaigns", "since", from], ({ signal }) => campaignsSince(from, signal)),
  allowance: () => question(["account", "plan"], asks("GET /amplify/plan"), { staleTime: dataFreshMs }),
  one: (id: string): Question<Campaign> =>
    question(["campaigns", id], asks("GET /amplify/campaigns/{id}", { params: { id } })),
  plan: (id: string) =>
    question(["campaigns", id, "plan"], asks("GET /amplify/campaigns/{id}/plan", { params: { id } })),
  mail: (id: string, variantId: string) =>
    question(
      ["campaigns", id, "mail", variantId],
      asks("GET /amplify/campaigns/{id}/mails/{variantId}", { params: { id, variantId } }),
    ),
  parts: (id: string) =>
    question(["campaigns", id, "parts"], asks("GET /amplify/campaigns/{id}/parts", { params: { id } })),
  times: (campaign: Watched, by: TimeStep | undefined) =>
    polled(
      question(
        ["campaigns", campaign._id, "times", by],
        asks("GET /amplify/campaigns/{id}/times", {
          params: { id: campaign._id },
          query: { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, ...(by ? { by } : {}) },
        }),
      ),
      campaign,
    ),
  breakdown: (campaign: Watched, by: BreakdownPart) =>
    polled(
      question(
        ["campaigns", campaign._id, "breakdown", by],
        asks("GET /amplify/campaigns/{id}/breakdown", { params: { id: campaign._id }, query: { by } }),
      ),
      campaign,
    ),
  causes: (campaign: Watched) =>
    polled(
      question(
        ["campaigns", campaign._id, "causes"],
        asks("GET /amplify/campaigns/{id}/causes", { params: { id: campaign._id } }),
      ),
      campaign,
    ),
  optouts: (campaign: Watched, before: string | undefined) =>
    polled(
      question(
        ["campaigns", campaign._id, "optouts", before],
        asks("GET /amplify/campaigns/{id}/optouts", {
          params: { id: campaign._id },
          query: { pageSize: optoutsListed, ...(before === undefined ? {} : { before }) },
        }),
      ),
      campaign,
    ),
  picture: (campaign: Watched) =>
    polled(
      question(
        ["campaigns", campaign._id, "picture"],
        asks("GET /amplify/campaigns/{id}/picture", { params: { id: campaign._id } }),
      ),
      campaign,
    ),
  heat: (id: string, query: { step?: number; variantId?: string }) =>
    question(
      ["campaigns", id, "heat", query],
      asks("GET /amplify/campaigns/{id}/clicks", { params: { id }, query }),
    ),
  ledger: (campaign: Watched, query: LedgerQuery) =>
    polled(
      question(
        ["campaigns", campaign._id, "deliveries", query],
        asks("GET /amplify/campaigns/{id}/deliveries", {
          params: { id: campaign._id },
          query: { ...query, pageSize: ledgerPage },
        }),
      ),
      campaign,
    ),
  leads: (campaign: Watched, query: LeadQuery) =>
    polled(
      question(
        ["campaigns", campaign._id, "leads", query],
        asks("GET /amplify/campaigns/{id}/leads", {
          params: { id: campaign._id },
          query: { ...query, pageSize: ledgerPage },
        }),
      ),
      campaign,
    ),
  activity: (id: string) =>
    question(["campaigns", id, "activity"], asks("GET /amplify/campaigns/{id}/activity", { params: { id } })),
  compared: (ids: readonly string[]) =>
    question(
      ["campaigns", "compared", ids],
      asks("GET /amplify/campaigns/compare", { query: { ids: ids.join(",") } }),
    ),
};

/** Page after page, until one reaches behind the moment; what starts in the future is among the newest. */
async function campaignsSince(from: number, signal: AbortSignal): Promise<Campaign[]> {
  const found: Campaign[] = [];
  const ofPage = screenLimits.calendarPage;
  for (let page = 1; page <= screenLimits.calendarPages; page += 1) {
    const query = { page, pageSize: ofPage, sort: "createdAt" as const, desc: "true" as const };
    const rows = await browserClient("GET /amplify/campaigns", { query }, { signal });
    found.push(...rows);
    const oldest = rows.at(-1)?.createdAt ?? 0;
    if (rows.length < ofPage || oldest < from) break;
  }
  return found.filter((campaign) => momentOf(campaign) !== null && (momentOf(campaign) ?? 0) >= from);
}

/** When a campaign began or is going to; null for a draft. */
export function momentOf({ state, startAt, createdAt }: Campaign): number | null {
  return state === "draft" ? null : (startAt ?? createdAt);
}
