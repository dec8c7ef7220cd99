import { type EndpointKey, endpoints } from "../../contract/endpoints.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Route } from "./route.ts";

/** PENDING: stands in for endpoints that nobody handles yet, so that the rest can run. Goes when all are there. */
export function pendingRoutes(routes: readonly Route[]): Route[] {
  const handled = new Set<string>([...routes.map((entry) => entry.key), "GET /healthz", "GET /openapi.json"]);
  return (Object.keys(endpoints) as EndpointKey[])
    .filter((key) => !handled.has(key))
    .map((key) => ({
      key,
      handler: () => {
        throw new Refusal("unavailable", `${key} is not built yet`, { status: 501 });
      },
    }));
}
