import type { OpenAPIHono } from "@hono/zod-openapi";
import { keyPrefix } from "../../contract/identity/keys.ts";
import { version } from "../core/version.ts";
import type { Settings } from "../settings/settings.ts";
import type { Env } from "./environment.ts";
import { cookieName } from "./sessionCookie.ts";

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
