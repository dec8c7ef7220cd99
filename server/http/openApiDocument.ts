import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { keyPrefix } from "../../contract/identity/keys.ts";
import { webhookMessages } from "../../contract/schemas/webhooks.ts";
import { version } from "../core/version.ts";
import type { Settings } from "../settings/settings.ts";
import type { Env } from "./environment.ts";
import { cookieName } from "./sessionCookie.ts";

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
export function openApiDocument(options: {
  api: OpenAPIHono<Env>;
  settings: Pick<Settings, "publicUrl">;
}): Record<string, unknown> {
  const { api, settings } = options;
  api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: cookieName(settings),
    description: "Set by signing in; browsers send it by themselves.",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description: "The `token` that signing in answers, for programs.",
  });
  api.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    bearerFormat: `${keyPrefix}…`,
    description:
      "A key of the API tab. Which of its scopes read, write and send a call needs stands beside it; a call without this scheme is for people.",
  });
  for (const { type, summary, schema } of webhookMessages)
    api.openAPIRegistry.registerWebhook({
      ...{ method: "post", path: type, tags: ["Webhooks"], summary, security: [] },
      request: { headers: signatureHeaders, body: { content: { "application/json": { schema } } } },
      responses: { "2xx": { description: "Taken in; anything else is tried again, but for 410" } },
    });
  const document = api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Amplify",
      version,
      description: "Leads, templates, sending accounts and campaigns of one Amplify installation.",
      license: { name: "MIT" },
    },
    servers: [{ url: settings.publicUrl ?? "/" }],
    security: [{ cookie: [] }, { bearer: [] }],
  });
  return document as unknown as Record<string, unknown>;
}
