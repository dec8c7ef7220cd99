import { type Route, route } from "../http/route.ts";
import type { StartService } from "./start.ts";

/** The way to the first mail. */
export function startRoutes(start: StartService): Route[] {
  return [
    route("GET /amplify/start", ({ scope }) => start.of(scope)),
    route("PUT /amplify/start", ({ scope, body }) => start.change(scope, body)),
    route("POST /amplify/start/samples", ({ scope, body, request }) =>
      start.addSamples(scope, { ...body, origin: request.headers.get("origin") }),
    ),
    route("DELETE /amplify/start/samples", ({ scope }) => start.removeSamples(scope)),
  ];
}
