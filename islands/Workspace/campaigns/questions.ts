import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Campaign, CampaignQuery, DeliveryState, Reaction } from "../../../contract/schemas/campaign.ts";
import type { BreakdownPart, TimeStep } from "../../../contract/schemas/campaignInsight.ts";
import type { SequenceLeadQuery } from "../../../contract/schemas/sequences/sequenceLeads.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { asks, type Question, question } from "../../_data/queries.ts";

export type ListQuery = Pick<CampaignQuery, "search" | "state" | "sort"> & {
  archived?: boolean;
  desc?: boolean;
  page?: number;
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

/** What is still under way is looked at again and again; what the socket says comes by itself. */
function lookedAt<Answer>(asked: Question<Answer>, isUnderWay: boolean): Question<Answer> {
  return { ...asked, refetchInterval: isUnderWay ? insightLookMs : false };
}

/** What the list of campaigns, the calendar and a campaign's page ask of the server. */
export const watched = {
  list: ({ archived, desc, ...query }: ListQuery): Question<Campaign[]> =>
    question(
      ["campaigns", "list", { ...query, archived, desc }],
      asks("GET /amplify/campaigns", {
        query: {
          ...query,
          pageSize,
          ...(archived ? { archived: "true" } : {}),
          ...(desc === undefined ? {} : { desc: desc ? "true" : "false" }),
        },
      }),
    ),
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
  times: (id: string, by: TimeStep | undefined, isUnderWay: boolean) =>
    lookedAt(
      question(
        ["campaigns", id, "times", by],
        asks("GET /amplify/campaigns/{id}/times", {
          params: { id },
          query: { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, ...(by ? { by } : {}) },
        }),
      ),
      isUnderWay,
    ),
  breakdown: (id: string, by: BreakdownPart, isUnderWay: boolean) =>
    lookedAt(
      question(
        ["campaigns", id, "breakdown", by],
        asks("GET /amplify/campaigns/{id}/breakdown", { params: { id }, query: { by } }),
      ),
      isUnderWay,
    ),
  causes: (id: string, isUnderWay: boolean) =>
    lookedAt(
      question(["campaigns", id, "causes"], asks("GET /amplify/campaigns/{id}/causes", { params: { id } })),
      isUnderWay,
    ),
  optouts: (id: string, before: string | undefined, isUnderWay: boolean) =>
    lookedAt(
      question(
        ["campaigns", id, "optouts", before],
        asks("GET /amplify/campaigns/{id}/optouts", {
          params: { id },
          query: { pageSize: optoutsListed, ...(before === undefined ? {} : { before }) },
        }),
      ),
      isUnderWay,
    ),
  picture: (id: string, isUnderWay: boolean) =>
    lookedAt(
      question(["campaigns", id, "picture"], asks("GET /amplify/campaigns/{id}/picture", { params: { id } })),
      isUnderWay,
    ),
  heat: (id: string, query: { step?: number; variantId?: string }) =>
    question(
      ["campaigns", id, "heat", query],
      asks("GET /amplify/campaigns/{id}/clicks", { params: { id }, query }),
    ),
  ledger: (id: string, query: LedgerQuery, isUnderWay: boolean) =>
    lookedAt(
      question(
        ["campaigns", id, "deliveries", query],
        asks("GET /amplify/campaigns/{id}/deliveries", {
          params: { id },
          query: { ...query, pageSize: ledgerPage },
        }),
      ),
      isUnderWay,
    ),
  leads: (id: string, query: LeadQuery, isUnderWay: boolean) =>
    lookedAt(
      question(
        ["campaigns", id, "leads", query],
        asks("GET /amplify/campaigns/{id}/leads", {
          params: { id },
          query: { ...query, pageSize: ledgerPage },
        }),
      ),
      isUnderWay,
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
