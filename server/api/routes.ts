import { limits } from "../../contract/limits.ts";
import type { Core } from "../core/core.ts";
import { type Route, route } from "../http/route.ts";

/** What the API tab shows. */
export function apiRoutes({ settings }: Pick<Core, "settings">): Route[] {
  return [
    route("GET /amplify/api/overview", () => ({
      baseUrl: `${settings.publicUrl}`,
      openapiUrl: `${settings.publicUrl}/openapi.json`,
      requestsPerMinute: limits.rate.apiPerUser.count,
      leadsPerBulkCall: limits.leads.bulkMax,
    })),
  ];
}
