import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { tags } from "../../../contract/endpoints/tags.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { keyPrefix } from "../../../contract/identity/keys.ts";
import { webhookMessages } from "../../../contract/schemas/webhooks.ts";
import { version } from "../../core/version.ts";
import type { Settings } from "../../settings/settings.ts";
import { cookieName } from "../sessionCookie.ts";
import { sharedAnswers, sharedHeaders } from "./answers.ts";
import { withExamples } from "./examples.ts";
import { withIsoMoments } from "./isoMoments.ts";
import { operationOf } from "./operation.ts";

/** Standard Webhooks 1.0.0. */
const signatureHeaders = z.object({
  "webhook-id": z.string().meta({ description: "The event's id, the same each time that it is sent" }),
  "webhook-timestamp": z.string().meta({ description: "When this request was made, in seconds since 1970" }),
  "webhook-signature": z.string().meta({
    description:
      "For each secret that counts `v1,` and the base64 of HMAC-SHA256 over id, timestamp and body with dots between; several with spaces between",
  }),
});

/**
 * The OpenAPI 3.1 document of every endpoint, made from the same definitions that the server checks against.
 * It is for whoever writes programs, and English like the names in it: its words stand in `contract/endpoints` and
 * `contract/schemas`, and not among the texts.
 */
export function openApiDocument(settings: Pick<Settings, "publicUrl">): Record<string, unknown> {
  const api = new OpenAPIHono();
  const registry = api.openAPIRegistry;
  registry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: cookieName(settings),
    description: "Set by signing in; browsers send it by themselves.",
  });
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The `token` that signing in answers, for programs: `Authorization: Bearer TOKEN`.",
  });
  registry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    bearerFormat: `${keyPrefix}…`,
    description:
      "A key of the API tab. Which of its scopes read, write and send a call needs stands beside it; a call without this scheme is for people.",
  });
  for (const { type, summary, schema } of webhookMessages)
    registry.registerWebhook({
      method: "post",
      path: type,
      tags: ["Webhooks"],
      summary,
      security: [],
      request: { headers: signatureHeaders, body: { content: { "application/json": { schema } } } },
      responses: { "2XX": { description: "Taken in; anything else is tried again, but for 410" } },
    });
  for (const [name, header] of Object.entries(sharedHeaders))
    registry.registerComponent("headers", name, header);
  for (const [name, answer] of Object.entries(sharedAnswers()))
    registry.registerComponent("responses", name, answer as never);
  for (const [key, endpoint] of Object.entries<Endpoint>(endpoints))
    registry.registerPath(operationOf(key, endpoint));
  return withIsoMoments(withExamples({ ...api.getOpenAPI31Document(head(settings)) }));
}

function head(settings: Pick<Settings, "publicUrl">) {
  const used = new Set(Object.values<Endpoint>(endpoints).map(({ tag }): string => tag));
  const described = Object.entries(tags).filter(([name]) => used.has(name));
  return {
    openapi: "3.1.0",
    info: {
      title: "Amplify",
      version,
      description: about,
    },
    servers: [{ url: settings.publicUrl ?? "/", description: "This installation" }],
    security: [{ cookie: [] }, { bearer: [] }],
    tags: described.map(([name, words]) => ({ name, description: words })),
  };
}

const about = `Leads, templates, sending accounts and campaigns of one Amplify installation.

Bodies and answers are JSON in UTF-8 unless a call says otherwise. Moments are milliseconds since 1970 in UTC, ids are text.
With \`dates=iso\` in the query of a GET each moment stands once more beside itself in ISO 8601: \`createdAt\` has \`createdAtIso\`.
A refusal is \`{ message, code }\`: the message is for people and may change, the code is for programs and does not.
Mails that go from a sandbox account stay in the sandbox mailbox, so everything can be tried without mailing anybody.`;
