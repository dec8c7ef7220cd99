import type { MiddlewareHandler } from "hono";
import type { Endpoint } from "../../../contract/endpoint.ts";
import type { EndpointKey } from "../../../contract/endpoints.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import { bodyLimits, rateLimits } from "../../../contract/limits/http.ts";
import type { Role } from "../../../contract/plans.ts";
import { refused } from "../../../contract/refused.ts";
import type { Caller } from "../../core/caller.ts";
import { mayUseApi } from "../../core/planAllowance.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Env } from "../environment.ts";
import { createAddressLimiter } from "./addressLimit.ts";
import { announcedBody, bodyOfType, boundedBody, boundedForm } from "./body.ts";
import { rateKeyOf } from "./clientAddress.ts";
import { jsonBody } from "./jsonBody.ts";
import { createRateLimiter, type LimiterParts, type RateLimiter, refuseOver } from "./rateLimit.ts";

/** The checks that stand before an endpoint's handler, made from its definition. */
export type EndpointChecks = (key: EndpointKey, endpoint: Endpoint) => MiddlewareHandler<Env>[];

type Planned = { settings: Pick<Settings, "plans"> };
type CountLong = (caller: Env["Variables"]["caller"]) => Promise<void>;
type Hits = Pick<RateLimiter, "hit">;
type RateName = NonNullable<Endpoint["rate"]>;

/** Who may call, how often, how much and in what form; in this order, so that a stranger costs the least. */
export function createEndpointChecks(
  core: LimiterParts & Planned & { settings: Pick<Settings, "rateLimits"> },
): EndpointChecks {
  const limiters = new Map<RateName, Hits>();
  const limiterOf = (name: RateName): Hits => {
    const known = limiters.get(name);
    if (known) return known;
    const limiting = isPerUser(name) ? createRateLimiter : createAddressLimiter;
    const made = limiting(core, { name, rate: rateLimits[name] });
    limiters.set(name, made);
    return made;
  };
  const countLong: CountLong = async (caller) => {
    if (core.settings.rateLimits && caller)
      refuseOver(await limiterOf("longBodyPerUser").hit(caller.uid), "too_many_large_requests");
  };
  return (key, endpoint) => {
    const rates: RateName[] = [
      ...(endpoint.access === "public" || endpoint.countedApart ? [] : (["apiPerUser"] as const)),
      ...(endpoint.rate ? [endpoint.rate] : []),
    ];
    const limited = core.settings.rateLimits
      ? rates.map((name) => rateCheck({ name, isKeysOwn: endpoint.countedApart === true }, limiterOf(name)))
      : [];
    return [
      keyCheck(core, { need: keyNeedOf(key, endpoint), endpoint }),
      accessCheck(core, endpoint.access),
      ...limited,
      ...bodyChecks(endpoint, countLong),
    ];
  };
}

function hasApi(core: Planned, { scope, role }: Caller): boolean {
  return mayUseApi(core, { status: scope.status, role });
}

function accessCheck(core: Planned, access: Endpoint["access"]): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { caller } = c.var;
    if (access !== "public" && caller === null) throw refused("unauthorized");
    if (access === "api" && !(caller && hasApi(core, caller))) throw refused("plan_without_api");
    if (access === "admin" && caller?.role !== ("admin" satisfies Role)) throw refused("administrators_only");
    await next();
  };
}

/** Keeps a key within its scopes, and one with bounds to the calls that know of them. */
function keyCheck(
  core: Planned,
  { need, endpoint }: { need: ReturnType<typeof keyNeedOf>; endpoint: Endpoint },
): MiddlewareHandler<Env> {
  const { keyBounds, access, readsToo } = endpoint;
  return async (c, next) => {
    const { caller } = c.var;
    if (caller?.key !== undefined) {
      // The plan is looked at anew each time: without the API there are no keys, whatever the call.
      if (!hasApi(core, caller)) throw refused("plan_without_api");
      if (need === "none") throw refused("key_not_person");
      if (need !== null && !caller.key.scopes.includes(need))
        throw refused("key_without_scope", { scope: need });
      if (readsToo && !caller.key.scopes.includes("read"))
        throw refused("key_without_scope", { scope: "read" });
      if (caller.scope.only !== undefined && !keyBounds && access !== "public") throw refused("key_bounded");
    }
    await next();
  };
}

/** Limits named "…PerUser" count by person; the others by address. */
function rateCheck(
  { name, isKeysOwn }: { name: RateName; isKeysOwn: boolean },
  limiter: Hits,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    // Keys have counts of their own, which `keyCalls` keeps.
    if ((name === "apiPerUser" || isKeysOwn) && c.var.caller?.key !== undefined) return next();
    const { address, caller } = c.var;
    refuseOver(await limiter.hit(isPerUser(name) ? (caller?.uid ?? rateKeyOf(address)) : address));
    await next();
  };
}

function isPerUser(name: RateName): boolean {
  return name.endsWith("PerUser");
}

function bodyChecks(endpoint: Endpoint, countLong: CountLong): MiddlewareHandler<Env>[] {
  const bytes = bodyLimits[endpoint.bodyLimit ?? "jsonBytes"];
  if (endpoint.bodyType === "file") return [boundedForm(bytes + bodyLimits.formBytes)];
  // The handler takes such a body in piece by piece, so only what is announced can be refused here.
  if (endpoint.bodyType === "bytes") return [announcedBody(bytes), bodyOfType("application/octet-stream")];
  // Mail programs send the one-click form in either encoding, or none at all: the handler needs nothing of it.
  if (endpoint.bodyType === "form" || endpoint.body === undefined) return [boundedBody(bytes)];
  return [jsonBody(bytes, countLong)];
}
