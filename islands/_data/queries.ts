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
/** Keys begin with a topic: data under any other key would not be invalidated when its topic changes. */
type QuestionKey = readonly [Topic, ...unknown[]];
/** A query to the server, and which part of the answer is wanted. */
export type Question<Answer, Wanted = Answer> = UseQueryOptions<Answer, Error, Wanted, QuestionKey>;
type PersonNow = Pick<Answer<Endpoints["GET /amplify/auth/me"]>, "uid" | "status" | "role">;
type LeadQuery = { page: number; pageSize: number } & LeadMatching & Partial<LeadOrder>;

/** For lists that several parts show: a part that opens a moment later does not load them again. */
const shared = { staleTime: screenLimits.dataFreshMs };
/** What is as large as a mail, and is loaded while somebody types, is not cached. */
const passing = { gcTime: 0 };

/** Everything that the islands load from the server, each under its key, which begins with its topic. */
export const queries = {
  account: () => question(["account"], asks("GET /amplify/account")),
  sessions: () => question(["sessions"], asks("GET /amplify/account/sessions")),
  /** The signed-in person, as the page was rendered for them, until it is loaded again. */
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

  /** Each answer counts as a new list, even if its first leads are the same. */
  leads: (query: LeadQuery) =>
    question(["leads", query], ({ signal }) => leadPage(query, signal), {
      ...shared,
      structuralSharing: false,
    }),
  leadHistory: (id: string) =>
    question(["leadHistories", id], asks("GET /amplify/leads/{id}/history", { params: { id } })),
  leadConsent: (id: string) =>
    question(["leadHistories", id, "consent"], asks("GET /amplify/leads/{id}/consent", { params: { id } })),
  /** Loaded again and again for as long as `isWaitedFor` returns true. */
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
  /** Including archived ones, because what refers to one of them stays valid. */
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
  /** The newest failures. The key changes with their number, so that each new one loads them again. */
  failures: (
    id: string,
    { failed, query }: { failed: number; query: { state: "failed"; pageSize: number } },
  ) =>
    question(
      ["campaigns", id, "failures", failed],
      asks("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query }),
    ),
  /** Null if no recipients are chosen yet, and so there is nothing to plan. */
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

/** A query under its key. Parts of the page that are loaded later declare theirs beside them. */
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
 * With a page in the query the server answers one page; the whole list is for programs. A scrolled list calls this for its
 * rows: thousands of pages are scrolled past, and only those near the screen are worth caching.
 */
export async function leadPage(query: LeadQuery, signal = new AbortController().signal): Promise<LeadPage> {
  // A question is too long for a URL.
  if (query.question) return asks("POST /amplify/leads/find", { body: query })({ signal });
  const answer = await asks("GET /amplify/leads", { query })({ signal });
  // Scrolled lists never page by cursor.
  if (!Array.isArray(answer)) return answer as LeadPage;
  return { items: answer, total: answer.length, page: 1, pageSize: Math.max(answer.length, 1) };
}

async function everyCampaign(signal: AbortSignal): Promise<Campaign[]> {
  const lists = await Promise.all([
    browserClient("GET /amplify/campaigns", {}, { signal }),
    browserClient("GET /amplify/campaigns", { query: { archived: "true" } }, { signal }),
  ]);
  // A campaign may have been archived between the two calls.
  return [...new Map(lists.flat().map((one) => [one._id, one])).values()];
}
