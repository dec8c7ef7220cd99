import type { ZodType } from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { errorMeanings, tooSlow } from "../../../contract/endpoints/errorMeanings.ts";
import { type ErrorCode, errorCodes } from "../../../contract/errors.ts";
import { rateLimits } from "../../../contract/limits/http.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { queryOf } from "../datesAsked.ts";
import { takesIdempotencyKey } from "../middleware/idempotency.ts";
import { requestIdHeader } from "../middleware/requestLog.ts";
import { refusalAnswer, refusalExample } from "./refusalAnswer.ts";

const codes = Object.keys(errorCodes) as ErrorCode[];

type RefusedWith = NonNullable<Endpoint["refusedWith"]>;

/** The refusals that are in the document once and shared by calls, by status: every code of that status. */
const sharedStatuses = [401, 403, 404, 409, 413, 415, 422, 429, 500, 503, 507] as const;

/** Every answer that an endpoint can give, by its status. */
export function answersOf(key: string, endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const sends = !key.startsWith("GET ");
  if (sends) answers[tooSlow.status] = shared(tooSlow.status);
  const told = codesOf(key, endpoint);
  for (const status of new Set(told.map((code) => errorCodes[code]))) {
    const named = told.filter((code) => errorCodes[code] === status);
    answers[status] = standsAlone(endpoint, status) ? ownRefusal(endpoint, named) : shared(status);
  }
  answers[endpoint.status ?? 200] = {
    description: endpoint.summary,
    headers: {
      ...idHeader,
      ...(endpoint.access === "public" ? {} : rateHeaders),
      ...(takesIdempotencyKey(key, endpoint) ? replayedHeader : {}),
      ...(endpoint.status === 302 ? locationHeader : {}),
    },
    content: Object.assign({}, ...[endpoint.answer, ...(endpoint.otherAnswers ?? [])].map(mediaOf)),
  };
  return answers;
}

/** What `answersOf` refers to. */
export function sharedAnswers(): Record<string, object> {
  const entries = [...sharedStatuses, tooSlow.status].map((status) => [
    nameOf(status),
    sharedRefusal(status),
  ]);
  return Object.fromEntries(entries);
}

/** The headers that answers refer to. */
export const sharedHeaders = {
  RequestId: {
    description: "The id under which the server's log has this request.",
    schema: { type: "string" },
    example: "01970f3e-8c1b-7d2a-9f4e-3b6c5a7d8e90",
  },
  RetryAfter: {
    description: "How many seconds to wait before calling again (RFC 9110, section 10.2.3).",
    schema: { type: "integer", minimum: 1 },
    example: 30,
  },
  IdempotencyReplayed: {
    description: "There where this is the first call's answer, told again.",
    schema: { type: "string", const: "true" },
    example: "true",
  },
  RateLimitPolicy: {
    description:
      "Of a call by a key: how many calls it has in how many seconds (draft-ietf-httpapi-ratelimit-headers, section 3). What is counted apart has a name of its own.",
    schema: { type: "string" },
    example: `"key";q=${rateLimits.apiPerKey.count};w=${rateLimits.apiPerKey.windowMs / secondMs}`,
  },
  RateLimit: {
    description: "Of a call by a key: how many are left, and in how many seconds all are there again.",
    schema: { type: "string" },
    example: `"key";r=${rateLimits.apiPerKey.count - 1};t=60`,
  },
} as const;

const replayedHeader = { "idempotency-replayed": { $ref: "#/components/headers/IdempotencyReplayed" } };
const rateHeaders = {
  "ratelimit-policy": { $ref: "#/components/headers/RateLimitPolicy" },
  ratelimit: { $ref: "#/components/headers/RateLimit" },
};
const idHeader = { [requestIdHeader]: { $ref: "#/components/headers/RequestId" } };
const retryHeader = { "retry-after": { $ref: "#/components/headers/RetryAfter" } };
const locationHeader = {
  location: {
    description: "Where to go on.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://example.com/spring",
  },
};

/** Every code that a call can be refused with: its own, and those of the checks and stores around every handler. */
function codesOf(key: string, endpoint: Endpoint): ErrorCode[] {
  const sends = !key.startsWith("GET ");
  const found = new Set<ErrorCode>([...(endpoint.refusals ?? []), "internal", "unavailable"]);
  const add = (...more: ErrorCode[]) => {
    for (const code of more) found.add(code);
  };
  // A key may not make every call, wherever it comes from.
  if (endpoint.access !== "public") add("unauthorized", "rate_limited", "forbidden");
  if (takesIdempotencyKey(key, endpoint)) add("bad_request", "conflict", "unprocessable");
  if (endpoint.rate) add("rate_limited");
  // Another site's page may not call what is not open to all.
  if (endpoint.origin !== "any") add("forbidden");
  if (endpoint.params) add("not_found");
  if (endpoint.params || queryOf(key, endpoint)) add("bad_request");
  if (sends) add("bad_request", "too_large", "storage_full");
  // The one-click form may come in any encoding.
  if (endpoint.body || (endpoint.bodyType && endpoint.bodyType !== "form")) add("unsupported_media_type");
  return codes.filter((code) => found.has(code));
}

/** Refusals with examples of their own, or in another form, are not among the shared ones. */
function standsAlone(endpoint: Endpoint, status: number): boolean {
  return status === 400 || (status === 404 && endpoint.notFoundPage === true);
}

function ownRefusal(endpoint: Endpoint, named: readonly ErrorCode[]): object {
  const told: RefusedWith = named.includes("bad_request") ? (endpoint.refusedWith ?? []) : [];
  const general: RefusedWith = named.map((code) => errorMeanings[code].example);
  const examples = Object.fromEntries([general, told].flatMap((those) => those.map(refusalExample)));
  return {
    description: meaningOf(named),
    headers: idHeader,
    content: {
      "application/json": { schema: refusalAnswer, examples },
      ...(named.includes("not_found") && endpoint.notFoundPage ? mediaOf("text/html") : {}),
    },
  };
}

function sharedRefusal(status: number): object {
  const slow = status === tooSlow.status;
  const named = slow ? [] : codes.filter((code) => errorCodes[code] === status);
  const examples = slow ? ["request_too_slow" as const] : named.map((code) => errorMeanings[code].example);
  // A conflict may be with a first call under the same Idempotency-Key, which will be over.
  const waits = [errorCodes.rate_limited, errorCodes.unavailable, errorCodes.conflict].some(
    (one) => one === status,
  );
  return {
    description: slow ? tooSlow.means : meaningOf(named),
    headers: {
      ...idHeader,
      ...(waits ? retryHeader : {}),
      ...(status === errorCodes.rate_limited ? rateHeaders : {}),
    },
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(examples.map(refusalExample)),
      },
    },
  };
}

function meaningOf(named: readonly ErrorCode[]): string {
  return named.map((code) => `\`${code}\`: ${errorMeanings[code].means}`).join("\n\n");
}

function shared(status: number): object {
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

function nameOf(status: number): string {
  return `Refused${status}`;
}

function mediaOf(answerSchema: ZodType | string): Record<string, unknown> {
  if (typeof answerSchema === "string") return { [answerSchema]: { schema: { type: "string" } } };
  return { "application/json": { schema: answerSchema } };
}
