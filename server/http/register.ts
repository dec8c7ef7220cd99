import { createRoute, OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { ZodType } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type EndpointKey, endpoints, methodAndPath } from "../../contract/endpoints.ts";
import { type ErrorCode, errorCodes } from "../../contract/errors.ts";
import { keyNeedOf } from "../../contract/keyNeed.ts";
import type { Env } from "./environment.ts";
import type { Audit } from "./middleware/audit.ts";
import { refusalOfIssues } from "./middleware/errors.ts";
import type { Gate } from "./middleware/gate.ts";
import { takesIdempotencyKey } from "./middleware/idempotency.ts";
import { refusalAnswer, refusalExample } from "./refusalAnswer.ts";
import type { Route } from "./route.ts";

type Registration = {
  routes: readonly Route[];
  gate: Gate;
  audit: Audit;
  /** Does what is asked under one `Idempotency-Key` once. */
  once: Gate;
  /** What is done after a call that has changed something. */
  afterChange: (key: EndpointKey) => MiddlewareHandler<Env>[];
};

/**
 * Puts every endpoint of the contract on a Hono app, behind its gate (access, rate, size, kind of body).
 * @throws {Error} when an endpoint has no handler or two: found at start, not by a user.
 */
export function registerRoutes({ routes, gate, audit, once, afterChange }: Registration): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw refusalOfIssues(result.error.issues);
    },
  });
  const handlers = new Map(routes.map((entry) => [entry.key, entry.handler]));
  if (handlers.size !== routes.length) throw new Error("an endpoint has two handlers");
  for (const key of Object.keys(endpoints) as EndpointKey[]) {
    const handler = handlers.get(key);
    if (handler === undefined) throw new Error(`no handler for ${key}`);
    const endpoint: Endpoint = endpoints[key];
    const config = createRoute({
      ...documented(key, endpoint),
      middleware: [...audit(key), ...afterChange(key), ...gate(key, endpoint), ...once(key, endpoint)],
    });
    app.openapi(config, (async (c: Context<Env>) => answer(c, endpoint, handler)) as never);
  }
  return app;
}

type AnyHandler = (incoming: unknown) => unknown;

async function answer(c: Context<Env>, endpoint: Endpoint, handler: unknown): Promise<Response> {
  const valid = (part: "param" | "query" | "json") => c.req.valid(part as never);
  const headers = new Headers();
  const body = endpoint.body && isJson(endpoint) ? valid("json") : undefined;
  c.set("named", textIn(body, "username") ?? textIn(body, "email"));
  const result = await (handler as AnyHandler)({
    params: endpoint.params ? valid("param") : undefined,
    query: endpoint.query ? valid("query") : undefined,
    body,
    scope: c.var.caller?.scope ?? null,
    ...(endpoint.person ? { person: c.var.caller } : {}),
    address: c.var.address,
    request: c.req.raw,
    headers,
  });
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

function isJson(endpoint: Endpoint): boolean {
  return (endpoint.bodyType ?? "json") === "json";
}

/** The endpoint in OpenAPI's words. */
function documented(key: string, endpoint: Endpoint): RouteConfig {
  const { method, path } = methodAndPath(key);
  const body = requestBody(endpoint);
  const config = {
    method: method.toLowerCase() as "get",
    path,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: operationId(method, path),
    request: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { query: endpoint.query } : {}),
      ...(body ? { body } : {}),
    },
    ...(takesIdempotencyKey(key, endpoint) ? { parameters: [idempotencyKey] } : {}),
    responses: responses(key, endpoint),
    security: securityOf(key, endpoint),
  };
  return config as unknown as RouteConfig;
}

/** With a session, or with a key that has the scope. */
function securityOf(key: string, endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === "public") return [];
  const need = keyNeedOf(key, endpoint);
  const ofPerson = [{ cookie: [] }, { bearer: [] }];
  return need === null || need === "none" ? ofPerson : [...ofPerson, { key: [need] }];
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Text of your own choice. Under the same key nothing is done or sent a second time: a repeated call gets the first one's answer, and another call under it is refused.",
  schema: { type: "string", pattern: "^[!-~]+$" },
};

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join("");
}

function requestBody(endpoint: Endpoint): unknown {
  if (endpoint.bodyType === "bytes")
    return {
      required: true,
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    };
  if (endpoint.bodyType === "file")
    return {
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["file"],
            properties: { file: { type: "string", format: "binary" } },
          },
        },
      },
    };
  if (!endpoint.body || !isJson(endpoint)) return undefined;
  return { required: true, content: { "application/json": { schema: endpoint.body } } };
}

function responses(key: string, endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  const codes = new Set<ErrorCode>(endpoint.refusals ?? []);
  if (endpoint.params || endpoint.body || endpoint.query || endpoint.bodyType) codes.add("bad_request");
  if (endpoint.body || endpoint.bodyType) codes.add("too_large").add("unsupported_media_type");
  if (endpoint.access !== "public") codes.add("unauthorized").add("rate_limited").add("forbidden");
  if (endpoint.rate) codes.add("rate_limited");
  if (takesIdempotencyKey(key, endpoint)) codes.add("bad_request").add("conflict").add("unprocessable");
  for (const code of codes)
    answers[errorCodes[code]] = {
      description: `Refused: ${code.replaceAll("_", " ")}`,
      content: refusalContent(endpoint, code),
    };
  answers[endpoint.status ?? 200] = {
    description: endpoint.summary,
    content: Object.assign({}, ...[endpoint.answer, ...(endpoint.otherAnswers ?? [])].map(mediaOf)),
  };
  return answers;
}

function refusalContent(endpoint: Endpoint, code: ErrorCode): Record<string, unknown> {
  const told = code === "bad_request" ? (endpoint.refusedWith ?? []) : [];
  const examples = Object.fromEntries(told.map(refusalExample));
  return {
    "application/json": { schema: refusalAnswer, ...(told.length > 0 ? { examples } : {}) },
    ...(code === "not_found" && endpoint.notFoundPage ? mediaOf("text/html") : {}),
  };
}

function mediaOf(answerSchema: ZodType | string): Record<string, unknown> {
  if (typeof answerSchema === "string") return { [answerSchema]: { schema: { type: "string" } } };
  return { "application/json": { schema: answerSchema } };
}
