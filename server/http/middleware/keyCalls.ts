import type { MiddlewareHandler } from "hono";
import { rateLimits } from "../../../contract/limits/http.ts";
import { requestLogLimits } from "../../../contract/limits/identity.ts";
import { refused } from "../../../contract/refused.ts";
import type { Hit } from "../../../db/database.ts";
import type { RequestRow } from "../../../db/stores/keys/requests.ts";
import type { Core } from "../../core/core.ts";
import type { Env } from "../environment.ts";
import { errorResponse } from "./errors.ts";
import { createRateLimiter, type LimiterParts, minutesOf } from "./rateLimit.ts";

/** Takes what was answered to a key; it waits for nothing. */
export type NoteRequest = (row: RequestRow) => void;

type Parts = { core: LimiterParts & Pick<Core, "settings">; note: NoteRequest };

/**
 * What every call by a key has: a count of its own, which each answer tells of (draft-ietf-httpapi-ratelimit-headers,
 * sections 3 and 4: the quota and its window in seconds, what is left and the seconds until it is whole again), and a
 * line in the workspace's log of requests, without its query, headers and body.
 */
export function keyCalls({ core, note }: Parts): MiddlewareHandler<Env> {
  const rate = rateLimits.apiPerKey;
  const limiter = core.settings.rateLimits ? createRateLimiter(core, { name: "apiPerKey", rate }) : null;
  return async (c, next) => {
    const { caller } = c.var;
    if (caller?.key === undefined) return next();
    const { key, scope } = caller;
    const at = core.clock.now();
    const beganAt = performance.now();
    const counted = limiter === null ? null : await limiter.count(key.id);
    if (counted?.waitMs != null) c.res = errorResponse(tooMany(counted.waitMs));
    else await next();
    if (counted !== null) tell(c.res.headers, counted);
    note({
      ...{ id: c.var.requestId, workspaceId: scope.workspaceId, keyId: key.id, at },
      ...{ method: c.req.method, path: c.req.path.slice(0, requestLogLimits.pathMax) },
      ...{ status: c.res.status, tookMs: Math.round(performance.now() - beganAt), address: c.var.address },
    });
  };
}

function tell(headers: Headers, { left, resetMs }: Hit): void {
  const { count, windowMs } = rateLimits.apiPerKey;
  headers.set("ratelimit-policy", `"key";q=${count};w=${windowMs / 1000}`);
  headers.set("ratelimit", `"key";r=${left};t=${Math.max(0, Math.ceil(resetMs / 1000))}`);
}

function tooMany(waitMs: number) {
  return refused("too_many_requests", { minutes: minutesOf(waitMs) }, { retryAfterMs: waitMs });
}
