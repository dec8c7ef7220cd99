import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";

/** What the API tab shows; only for those who may open it. */
export const apiEndpoints = {
  "GET /amplify/api/overview": {
    tag: "API",
    summary: "Where this installation's API is and what it allows",
    access: "api",
    answer: z.object({
      baseUrl: z.string(),
      openapiUrl: z.string(),
      requestsPerMinute: z.number().int(),
      leadsPerBulkCall: z.number().int(),
    }),
    refusals: ["forbidden"],
  },
} as const satisfies Record<string, Endpoint>;
