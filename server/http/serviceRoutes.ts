import { type Route, route } from "./route.ts";

/** What programs ask a service first: is it ready, and what can it do. */
export function serviceRoutes(options: {
  version: string;
  document: () => Record<string, unknown>;
}): Route[] {
  return [
    route("GET /healthz", () => ({ ok: true as const, version: options.version })),
    route("GET /openapi.json", () => options.document()),
  ];
}
