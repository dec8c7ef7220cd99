import type { EndpointKey } from "../endpoints.ts";
import { clientLimits } from "../limits/api/clientPackage.ts";

/**
 * How a list goes on: by the number of its page, in the query or in the body, or by what its answer names as the next,
 * which is asked for under this name.
 */
type Paging = "cursor" | "page" | "body";

/** The lists that come a page at a time. Their names are for types and tests: no program carries them. */
export const paged = {
  "GET /amplify/leads": "cursor",
  "GET /amplify/leads/{id}/notes": "cursor",
  "GET /amplify/leads/{id}/history": "cursor",
  "GET /amplify/collections": "cursor",
  "GET /amplify/segments": "cursor",
  "GET /amplify/imports": "cursor",
  "GET /amplify/campaigns": "cursor",
  "GET /amplify/campaigns/{id}/activity": "cursor",
  "GET /amplify/campaigns/{id}/deliveries": "cursor",
  "GET /amplify/campaigns/{id}/optouts": "cursor",
  "GET /amplify/campaigns/{id}/leads": "cursor",
  "GET /templates": "cursor",
  "GET /templates/public": "cursor",
  "GET /templates/summaries": "cursor",
  "GET /amplify/template-folders": "cursor",
  "GET /amplify/saved-rows": "cursor",
  "GET /amplify/images": "cursor",
  "GET /email/transactional": "cursor",
  "GET /email/suppressions": "cursor",
  "GET /amplify/api/requests": "cursor",
  "GET /amplify/api/webhooks/{id}/deliveries": "cursor",
  "GET /amplify/sandbox/mails": "cursor",
  "GET /amplify/admin/jobs": "cursor",
  "POST /amplify/leads/find": "body",
} as const satisfies Partial<Record<EndpointKey, Paging>>;

export type PagedKey = keyof typeof paged;

type Input = { params?: object; query?: object; body?: object };
type Call = (input: Input) => Promise<unknown>;

/** Everything of a list, entry by entry; a page is asked for when the one before is used up. */
export async function* entriesOf(key: PagedKey, input: Input, call: Call): AsyncGenerator<unknown> {
  // Whoever numbers pages has them from the first one on, as they ask.
  const how: Paging = isNumbered(key, input) ? "page" : key.startsWith("POST ") ? "body" : "cursor";
  let place: unknown = how === "page" || how === "body" ? 1 : undefined;
  for (;;) {
    const answer = await call(turnedTo(how, place, how === "cursor" ? limited(input) : input));
    const { items, next } = Array.isArray(answer)
      ? { items: answer, next: null }
      : (answer as { items: unknown[]; next?: string | null });
    yield* items;
    if (items.length === 0) return;
    place = typeof place === "number" ? place + 1 : next;
    if (place === null || place === undefined) return;
  }
}

/** The lists whose pages have numbers too. */
const numbered: readonly PagedKey[] = ["GET /amplify/leads", "GET /amplify/campaigns"];

function isNumbered(key: PagedKey, { query = {} }: Input): boolean {
  return numbered.includes(key) && ("page" in query || "pageSize" in query);
}

/** A limit, even of the caller's, makes it a list by cursor; the size of a page is one. */
function limited(input: Input): Input {
  const { pageSize: limit = clientLimits.listedTogether, ...query } = (input.query ?? {}) as Numbered;
  return { ...input, query: { limit, ...query } };
}

type Numbered = { pageSize?: number };

function turnedTo(how: Paging, place: unknown, input: Input): Input {
  if (place === undefined) return input;
  if (how === "body") return { ...input, body: { ...input.body, page: place } };
  return { ...input, query: { ...input.query, [how]: place } };
}
