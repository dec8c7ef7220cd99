import type { Endpoint } from "../endpoint.ts";
import { message, withId } from "../schemas/fields.ts";
import { job, jobPage, jobQuery } from "../schemas/jobs.ts";
import { pagesOf } from "../schemas/lists.ts";

export const adminEndpoints = {
  "GET /amplify/admin/jobs": {
    tag: "Installation",
    summary: "Work that waits, is under way or has failed, newest first; for admins",
    access: "admin",
    keyScope: "none",
    ...pagesOf({ entry: job, query: jobQuery, answer: jobPage }),
  },
  "POST /amplify/admin/jobs/{id}/retry": {
    tag: "Installation",
    summary: "Try a failed job again, now",
    access: "admin",
    keyScope: "none",
    params: withId,
    answer: message,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
