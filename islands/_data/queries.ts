import type { UseQueryOptions } from "@tanstack/react-query";
import type { Answer, Call } from "../../contract/endpoint.ts";
import type { EndpointKey, Endpoints } from "../../contract/endpoints.ts";
import { screenLimits } from "../../contract/limits/screen.ts";
import type { Campaign, DeliveryState, Reaction } from "../../contract/schemas/campaign.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import type { RequestQuery } from "../../contract/schemas/keys.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import type { LeadMatching, LeadSortKey } from "../../contract/schemas/leadMatching.ts";
import type { PlanInput } from "../../contract/schemas/preflight.ts";
import type { TemplateSummary } from "../../contract/schemas/template.ts";
import { browserClient } from "./browserClient.ts";
import type { Topic } from "./changes.ts";
import { withRateLimitRetries } from "./withRateLimitRetries.ts";

export type LeadOrder = { sort: LeadSortKey; order: "asc" | "desc" };
export type LeadPage = { items: Lead[]; total: number; page: number; pageSize: number };
/** Keys begin with a topic: any other would be missed when its topic changes. */
type QuestionKey = readonly [Topic, ...unknown[]];
/** What is asked of the server, and what of the answer is wanted. */
export type Question<Answer, Wanted = Answer> = UseQueryOptions<Answer, Error, Wanted, QuestionKey>;
type PersonNow = Pick<Answer<Endpoints["GET /amplify/auth/me"]>, "uid" | "status" | "role">;
type LeadQuery = { page: number; pageSize: number } & LeadMatching & Partial<LeadOrder>;

/** The lists that several parts show: one that opens a moment later does not ask again. */
const shared = { staleTime: screenLimits.dataFreshMs };
/** What is as large as a mail, and is asked for as it is typed, is not kept. */
const passing = { gcTime: 0 };

/** Everything that the islands ask of the server, each under its key; the first part of one is its topic. */
export const queries = {
  account: () => question(["account"], asks("GET /amplify/account")),
  sessions: () => question(["sessions"], asks("GET /amplify/account/sessions")),
  /** Who is there, as the page was drawn for them, until it is asked again. */
  person: (initialData: PersonNow) =>
    question<PersonNow>(["account", "person"], asks("GET /amplify/auth/me"), { ...shared, initialData }),
  plan: () => question(["account", "plan"], asks("GET /amplify/plan"), shared),
  tracking: () => question(["tracking"], asks("GET /amplify/account/tracking"), shared),
  webhooks: () => question(["webhooks"], asks("GET /amplify/api/webhooks"), shared),
  webhookDeliveries: (
    id: string,
    query: Call<Endpoints["GET /amplify/api/webhooks/{id}/deliveries"]>["query"],
  ) =>
    question(
      ["webhooks", id, query],
      asks("GET /amplify/api/webhooks/{id}/deliveries", { params: { id }, ...(query && { query }) }),
    ),
  overview: () => question(["overview"], asks("GET /amplify/api/overview"), shared),

  keys: () => question(["keys"], asks("GET /amplify/api/keys"), shared),
  keyUsage: () => question(["requests", "usage"], asks("GET /amplify/api/usage"), shared),
  requests: (query: RequestQuery) =>
    question(["requests", query], asks("GET /amplify/api/requests", { query })),

  credentials: () => question(["credentials"], asks("GET /amplify/auth/credentials"), shared),
  accountHealth: (id: string) =>
    question(
      ["credentials", id, "health"],
      asks("GET /amplify/auth/credentials/{id}/health", { params: { id } }),
      shared,
    ),
  accountDomain: (id: string) =>
    question(
      ["credentials", id, "domain"],
      asks("GET /amplify/auth/credentials/{id}/domain", { params: { id } }),
      shared,
    ),
  readings: () => question(["credentials", "readings"], asks("GET /amplify/auth/readings"), shared),
  collections: () => question(["collections"], asks("GET /amplify/collections"), shared),

  segments: () => question(["segments"], asks("GET /amplify/segments"), shared),
  segmentCount: (body: Call<Endpoints["POST /amplify/segments/count"]>["body"]) =>
    question(["leads", "count", body], asks("POST /amplify/segments/count", { body }), passing),
  fields: () => question(["fields"], asks("GET /amplify/fields"), shared),

  /** A new answer is another list, also where its first leads are the same. */
  leads: (query: LeadQuery) =>
    question(["leads", query], ({ signal }) => leadPage(query, signal), {
      ...shared,
      structuralSharing: false,
    }),
  leadHistory: (id: string) =>
    question(["leadHistories", id], asks("GET /amplify/leads/{id}/history", { params: { id } })),
  leadConsent: (id: string) =>
    question(["leadHistories", id, "consent"], asks("GET /amplify/leads/{id}/consent", { params: { id } })),
  /** Looked at again and again for as long as `isWaitedFor` says. */
  imports: (isWaitedFor: (jobs: readonly ImportJob[]) => boolean): Question<ImportJob[]> => ({
    ...question(["imports"], asks("GET /amplify/imports")),
    refetchInterval: ({ state }) => (isWaitedFor(state.data ?? []) ? screenLimits.importLookMs : false),
    refetchIntervalInBackground: true,
  }),

  start: () => question(["start"], asks("GET /amplify/start"), shared),

  templates: (): Question<TemplateSummary[]> => ({ ...allTemplates(), select: ownOf }),
  publicTemplates: (): Question<TemplateSummary[]> => ({ ...allTemplates(), select: publicOf }),
  savedTemplate: (id: string) =>
    question(["templates", "saved", id], asks("GET /templates/{id}", { params: { id } }), passing),
  versions: (id: string) =>
    question(["templates", "versions", id], asks("GET /templates/{id}/versions", { params: { id } })),
  version: (id: string, version: number) =>
    question(
      ["templates", "versions", id, version],
      asks("GET /templates/{id}/versions/{version}", { params: { id, version: String(version) } }),
      passing,
    ),
  templateFolders: () => question(["templateFolders"], asks("GET /amplify/template-folders"), shared),
  /** The mail that the server renders from the template being edited. */
  drawn: (draw: () => Promise<{ html: string }>) => question(["previews", "drawn"], draw, passing),
  savedRows: () => question(["savedRows"], asks("GET /amplify/saved-rows")),
  images: () => question(["images", "list"], asks("GET /amplify/images")),
  imageRoom: () => question(["images", "room"], asks("GET /amplify/images/use")),

  campaigns: () => question(["campaigns"], asks("GET /amplify/campaigns")),
  /** Those of the archive too: what names one of them goes on meaning it. */
  everyCampaign: () => question(["campaigns", "every"], ({ signal }) => everyCampaign(signal)),
  campaignLinks: (id: string) =>
    question(["campaigns", id, "links"], asks("GET /amplify/campaigns/{id}/links", { params: { id } })),
  deliveries: (
    id: string,
    query: { pageSize: number; state?: DeliveryState; reaction?: Reaction; after?: string },
  ) =>
    question(
      ["campaigns", id, "deliveries", query],
      asks("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query }),
    ),
  /** The newest that failed: other ones with each that does. */
  failures: (
    id: string,
    { failed, query }: { failed: number; query: { state: "failed"; pageSize: number } },
  ) =>
    question(
      ["campaigns", id, "failures", failed],
      asks("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query }),
    ),
  /** Null where nobody is chosen yet: then there is nothing to plan. */
  sendPlan: (body: PlanInput | null) =>
    question(
      ["sendPlans", body],
      async (asked) => (body === null ? null : asks("POST /email/send/plan", { body })(asked)),
      passing,
    ),
  preview: (body: Required<Call<Endpoints["POST /email/preview"]>>["body"]) =>
    question(["previews", body], asks("POST /email/preview", { body }), passing),
};

type Asked = { signal: AbortSignal };

/** A question under its key; the parts of the page that come later have theirs beside them. */
export function question<Answer>(
  queryKey: QuestionKey,
  queryFn: (asked: Asked) => Promise<Answer>,
  options: { staleTime?: number; gcTime?: number; structuralSharing?: false; initialData?: Answer } = {},
): Question<Answer> {
  return { queryKey, queryFn, ...options };
}

export function asks<K extends EndpointKey>(key: K, input?: Call<Endpoints[K]>) {
  const call = browserClient as (key: K, input: unknown, options: Asked) => Promise<Answer<Endpoints[K]>>;
  return ({ signal }: Asked) => withRateLimitRetries(() => call(key, input, { signal }), signal);
}

/** Both lists of templates are parts of one answer. */
function allTemplates() {
  return question(["templates"], asks("GET /templates/summaries"), shared);
}

function ownOf(listed: TemplateSummary[]): TemplateSummary[] {
  return listed.filter((template) => !template.public);
}

function publicOf(listed: TemplateSummary[]): TemplateSummary[] {
  return listed.filter((template) => template.public);
}

/**
 * With a page in the query the server answers one page; the whole list is for programs. A list that is scrolled calls
 * this for its rows: thousands of pages are flown past, and only those near the screen are worth keeping.
 */
export async function leadPage(query: LeadQuery, signal = new AbortController().signal): Promise<LeadPage> {
  // A question is too long for an address.
  if (query.question) return asks("POST /amplify/leads/find", { body: query })({ signal });
  const answer = await asks("GET /amplify/leads", { query })({ signal });
  // No list that is scrolled is asked for by cursor.
  if (!Array.isArray(answer)) return answer as LeadPage;
  return { items: answer, total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) };
}

async function everyCampaign(signal: AbortSignal): Promise<Campaign[]> {
  const lists = await Promise.all([
    browserClient("GET /amplify/campaigns", {}, { signal }),
    browserClient("GET /amplify/campaigns", { query: { archived: "true" } }, { signal }),
  ]);
  // One may have been put into the archive in between.
  return [...new Map(lists.flat().map((one) => [one._id, one])).values()];
}
