import type { RouteConfig } from "@hono/zod-openapi";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { methodAndPath } from "../../../contract/endpoints.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import { idempotencyLimits } from "../../../contract/limits/identity.ts";
import { queryOf } from "../datesAsked.ts";
import { idempotencyKeyForm } from "../idempotencyKey.ts";
import { takesIdempotencyKey } from "../middleware/idempotency.ts";
import { answersOf } from "./answers.ts";

/** Where an endpoint is and what it takes: all that is needed to answer it. */
export function requestOf(key: string, endpoint: Endpoint) {
  const { method, path } = methodAndPath(key);
  const body = requestBody(endpoint);
  const query = queryOf(key, endpoint);
  return {
    method: method.toLowerCase() as "get",
    path,
    request: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
    },
  };
}

/** An endpoint in OpenAPI's words. */
export function operationOf(key: string, endpoint: Endpoint): RouteConfig {
  const { method, path } = methodAndPath(key);
  const config = {
    ...requestOf(key, endpoint),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: operationId(method, path),
    ...(takesIdempotencyKey(key, endpoint) ? { parameters: [idempotencyKey] } : {}),
    ...(endpoint.sendsMail ? { "x-sends-mail": endpoint.sendsMail } : {}),
    responses: answersOf(key, endpoint),
    security: securityOf(key, endpoint),
  };
  return config as unknown as RouteConfig;
}

/** With a session, or with a key that has the scopes. */
function securityOf(key: string, endpoint: Endpoint): Record<string, string[]>[] {
  if (endpoint.access === "public") return [];
  const need = keyNeedOf(key, endpoint);
  const ofPerson = [{ cookie: [] }, { bearer: [] }];
  if (need === null || need === "none") return ofPerson;
  return [...ofPerson, { key: endpoint.readsToo ? [need, "read"] : [need] }];
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Text of your own choice. Under the same key nothing is done or sent a second time: a repeated call gets the first one's answer, and another call under it is refused. While the first call is still being answered a repeated one is told so, with 409 and `Retry-After`. A key is known for a day; of a send as long as its campaign is there, of transactional mails as long as they are listed.",
  schema: { type: "string", pattern: idempotencyKeyForm.source, maxLength: idempotencyLimits.keyMax },
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
  if (!endpoint.body || !takesJson(endpoint)) return undefined;
  return { required: true, content: { "application/json": { schema: endpoint.body } } };
}

/** Whether a call's body is JSON that its schema reads. */
export function takesJson(endpoint: Endpoint): boolean {
  return (endpoint.bodyType ?? "json") === "json";
}
