import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { refusalOfIssues } from "../../contract/brokenRules.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointKey, endpoints } from "../../contract/endpoints.ts";
import { refused } from "../../contract/refused.ts";
import { datesAsked, queryOf, whereDates } from "./datesAsked.ts";
import type { Env } from "./environment.ts";
import { listTurn } from "./listTurn.ts";
import type { Audit } from "./middleware/audit.ts";
import type { EndpointChecks } from "./middleware/endpointChecks.ts";
import { requestOf, takesJson } from "./openApi/operation.ts";
import type { Route } from "./route.ts";

type Registration = {
  routes: readonly Route[];
  checks: EndpointChecks;
  audit: Audit;
  /** Does what is asked under one `Idempotency-Key` once. */
  once: EndpointChecks;
  /** What is done after a call that has changed something. */
  afterChange: (key: EndpointKey) => MiddlewareHandler<Env>[];
};

/**
 * Puts every endpoint of the contract on a Hono app, behind its checks (access, rate, size, kind of body).
 * @throws {Error} when an endpoint has no handler or two: found at start, not by a user.
 */
export function registerRoutes({ routes, checks, audit, once, afterChange }: Registration): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({
    defaultHook: (result, c) => {
      if (result.success) return;
      const [{ path: [name] = [] } = {}] = result.error.issues;
      const field = String(name);
      // What stands twice comes as a list, which is of no type that a query has.
      if (result.target === "query" && (c.req.queries(field)?.length ?? 0) > 1)
        throw refused("query_repeated", { field }, { field });
      throw refusalOfIssues(result.error.issues);
    },
  });
  const handlers = new Map(routes.map((entry) => [entry.key, entry.handler]));
  if (handlers.size !== routes.length) throw new Error("an endpoint has two handlers");
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const handler = handlers.get(key);
    if (handler === undefined) throw new Error(`no handler for ${key}`);
    const endpoint: Endpoint = endpoints[key];
    const isAsked = queryOf(key, endpoint) !== undefined;
    const config = {
      ...requestOf(key, endpoint),
      middleware: [...audit(key), ...afterChange(key), ...checks(key, endpoint), ...once(key, endpoint)],
      // Its description is a fourth of a start; the document makes it when somebody asks.
      responses: {},
      hide: true,
    };
    app.openapi(
      config as never,
      (async (c: Context<Env>) => answer(c, { key, endpoint, handler, isAsked })) as never,
    );
  }
  return app;
}

type AnyHandler = (incoming: unknown) => unknown;

type Answering = {
  key: EndpointKey;
  endpoint: Endpoint;
  handler: unknown;
  /** Whether it takes anything in its query. */
  isAsked: boolean;
};

async function answer(c: Context<Env>, { key, endpoint, handler, isAsked }: Answering): Promise<Response> {
  const valid = (part: "param" | "query" | "json") => c.req.valid(part as never);
  const headers = new Headers();
  const body = endpoint.body && takesJson(endpoint) ? valid("json") : undefined;
  c.set("named", textIn(body, "username") ?? textIn(body, "email"));
  const scope = c.var.caller?.scope ?? null;
  const params = endpoint.params ? valid("param") : undefined;
  const { dates, ...asked } = isAsked ? (valid("query") as Record<string, unknown>) : {};
  const turn = listTurn(endpoint, { key, workspaceId: scope?.workspaceId ?? "", params, query: asked });
  const incoming = {
    params,
    query: endpoint.query ? turn.query : undefined,
    body,
    scope,
    ...(endpoint.person ? { person: c.var.caller } : {}),
    address: c.var.address,
    request: c.req.raw,
    headers,
  };
  // Its body has come, whole and in time; one that streams has limits of its own.
  const done = takesJson(endpoint) ? c.env?.atWork?.() : undefined;
  const result = await whereDates(dates !== undefined, async () => {
    const handled = await (handler as AnyHandler)(incoming);
    if (handled instanceof Response) return handled;
    const answered = turn.answered(handled);
    return datesAsked()?.(answered) ?? answered;
  }).finally(done);
  c.set("subject", textIn(result, "uid"));
  const response =
    result instanceof Response ? result : Response.json(result, { status: endpoint.status ?? 200 });
  for (const [name, value] of headers) response.headers.append(name, value);
  return response;
}

/** Whom a call names or its answer tells of, for the security log. */
function textIn(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null || !(name in value)) return undefined;
  const text = (value as Record<string, unknown>)[name];
  return typeof text === "string" ? text : undefined;
}
