import { Hono } from "hono";
import { Refusal, sentences } from "../../contract/errors.ts";
import { rateLimits } from "../../contract/limits/http.ts";
import type { Core } from "../core/core.ts";
import { createRateLimiter, refuseOver } from "../http/middleware/rateLimit.ts";
import type { ViewerOf } from "../http/pages/pagesOptions.ts";
import { previewPolicy } from "./previewPolicy.ts";

/**
 * `POST /preview` answers the form's `html` under that policy, for the frame beside the template that is being
 * edited. Nothing is kept. The origin guard keeps other sites from showing pages of theirs at our address.
 */
export function createPreviewPage({
  core: { clock, settings },
  viewerOf,
}: {
  viewerOf: ViewerOf;
  core: Pick<Core, "clock" | "settings">;
}): Hono {
  const limiter = createRateLimiter({ rate: rateLimits.shownPerUser, clock });
  return new Hono().post("/preview", async (context) => {
    const viewer = await viewerOf(context);
    if (viewer === undefined) throw new Refusal("unauthorized", sentences.unauthorized);
    if (settings.rateLimits) refuseOver(limiter.hit(viewer.uid));
    // A body that is no form has no html, which is refused in words.
    const form = await context.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (typeof form.html !== "string") throw new Refusal("bad_request", "html must be text");
    return context.html(form.html, 200, {
      "content-security-policy": previewPolicy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });
}
