import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { rateLimits } from "../../../contract/limits/http.ts";
import { requestLogLimits } from "../../../contract/limits/identity.ts";
import { refused } from "../../../contract/refused.ts";
import type { Hit } from "../../../db/database.ts";
import type { RequestRow } from "../../../db/stores/keys/requests.ts";
import type { Core } from "../../core/core.ts";
import type { Env } from "../environment.ts";
import { pathPattern } from "../pathsOfCalls.ts";
import { errorResponse } from "./errors.ts";
import { createRateLimiter, type LimiterParts, minutesOf, type Rate } from "./rateLimit.ts";

/** Takes what was answered to a key; it waits for nothing. */
export type NoteRequest = (row: RequestRow) => void;

type Parts = { core: LimiterParts & Pick<Core, "settings">; note: NoteRequest };

type Policy = { name: string; rate: Rate; of: (caller: { key: { id: string }; uid: string }) => string };

const keyPolicy: Policy = { name: "key", rate: rateLimits.apiPerKey, of: ({ key }) => key.id };

/** Calls that are counted separately, so that they leave a key its other calls: for all keys of a person together. */
const policiesApart = Object.entries<Endpoint>(endpoints).flatMap(([call, { countedApart, rate }]) => {
  if (!countedApart || rate === undefined) return [];
  const { method, path } = methodAndPath(call);
  const name = rate.replace(/Per[A-Z]\w+$/, "");
  const policy: Policy = { name, rate: rateLimits[rate], of: ({ uid }) => uid };
  return [{ method, path: pathPattern(path), policy }];
});

function policyOf(method: string, path: string): Policy {
  return policiesApart.find((one) => one.method === method && one.path.test(path))?.policy ?? keyPolicy;
}

/**
 * What every call by a key has: a count of its own, which each answer tells of (draft-ietf-httpapi-ratelimit-headers,
 * sections 3 and 4: the quota and its window in seconds, what is left and the seconds until it is whole again), and a
 * line in the workspace's log of requests, without its query, headers and body.
 */
export function keyCalls({ core, note }: Parts): MiddlewareHandler<Env> {
  const limiters = new Map(
    [keyPolicy, ...policiesApart.map(({ policy }) => policy)].map(({ name, rate }) => [
      name,
      createRateLimiter(core, { name: `by keys: ${name}`, rate }),
    ]),
  );
  const limiterOf = ({ name }: Policy) => (core.settings.rateLimits ? limiters.get(name) : undefined);
  return async (c, next) => {
    const { caller } = c.var;
    if (caller?.key === undefined) return next();
    const { key, uid, scope } = caller;
    const at = core.clock.now();
    const beganAt = performance.now();
    const policy = policyOf(c.req.method, c.req.path);
    const counted = await limiterOf(policy)?.count(policy.of({ key, uid }));
    if (counted?.waitMs != null) c.res = errorResponse(tooMany(counted.waitMs));
    else await next();
    if (counted !== undefined) tell(c.res.headers, policy, counted);
    note({
      id: c.var.requestId,
      workspaceId: scope.workspaceId,
      keyId: key.id,
      at,
      method: c.req.method,
      path: c.req.path.slice(0, requestLogLimits.pathMax),
      status: c.res.status,
      tookMs: Math.round(performance.now() - beganAt),
      address: c.var.address,
    });
  };
}

function tell(headers: Headers, { name, rate }: Policy, { left, resetMs }: Hit): void {
  headers.set("ratelimit-policy", `"${name}";q=${rate.count};w=${rate.windowMs / 1000}`);
  headers.set("ratelimit", `"${name}";r=${left};t=${Math.max(0, Math.ceil(resetMs / 1000))}`);
}

function tooMany(waitMs: number) {
  return refused("too_many_requests", { minutes: minutesOf(waitMs) }, { retryAfterMs: waitMs });
}
