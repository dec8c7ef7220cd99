import { rateLimits } from "../../contract/limits/http.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { Core } from "../core/core.ts";
import { type Route, route } from "../http/route.ts";

/** What the API tab shows. */
export function apiRoutes({ settings }: Pick<Core, "settings">): Route[] {
  return [
    route("GET /amplify/api/overview", () => ({
      baseUrl: `${settings.publicUrl}`,
      openapiUrl: `${settings.publicUrl}/openapi.json`,
      requestsPerMinute: rateLimits.apiPerUser.count,
      leadsPerBulkCall: leadLimits.bulkMax,
    })),
  ];
}
