import type { Core } from "../core/core.ts";
import { createIdempotency } from "../http/middleware/idempotency.ts";
import type { Notices } from "../identity/notices.ts";
import { createApprovals } from "../keys/approvals.ts";
import { createKeys } from "../keys/keys.ts";
import { createRequestLog } from "../keys/requests.ts";
import { keyRoutes } from "../keys/routes.ts";

/** What programs call with, and what becomes of it, over one core. */
export function composeKeys(core: Core, notices: Notices) {
  const keys = createKeys(core, {
    jobFor: ({ userId, name, lastFour }) => notices.jobFor({ letter: "keyMade", userId, name, lastFour }),
    written: notices.written,
  });
  const requests = createRequestLog(core);
  const routes = keyRoutes({ keys, approvals: createApprovals(core, keys), requests });
  const once = createIdempotency(core);
  return { keys, requests, once, routes };
}
