import { type Context, Hono, type MiddlewareHandler } from "hono";
import { rateLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import type { Caller } from "../core/caller.ts";
import type { Core } from "../core/core.ts";
import { longWork } from "../core/longWork.ts";
import { formOf } from "../http/form.ts";
import { createRateLimiter, type LimiterParts, refuseOver } from "../http/middleware/rateLimit.ts";
import { shownMailPolicy } from "../http/shownMailPolicy.ts";

/**
 * `POST /preview` answers the form's `html` under that policy, for the frame beside the template that is being
 * edited. Nothing is kept. The origin guard keeps other sites from showing pages of theirs at our address.
 */
export function createPreviewPage({
  core,
  viewerOf,
}: {
  viewerOf(context: Context): Caller | undefined;
  core: LimiterParts & Pick<Core, "settings">;
}): Hono {
  const limiter = createRateLimiter(core, { name: "shownPerUser", rate: rateLimits.shownPerUser });
  return new Hono().post("/preview", framedRefusals(core.settings), async (context) => {
    const viewer = viewerOf(context);
    if (viewer === undefined) throw refused("unauthorized");
    if (core.settings.rateLimits) refuseOver(await limiter.hit(viewer.uid));
    const html = await longWork(viewer.scope, () => readingHtml(context.req.raw));
    // As they came: two megabytes need not become a text and bytes again.
    return context.body(html, 200, {
      "content-type": "text/html; charset=UTF-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });
}

/** What is refused is shown in the frame too, which the policy of all other answers forbids. */
function framedRefusals(settings: Core["settings"]): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.res.headers.set("content-security-policy", shownMailPolicy(settings));
  };
}

/** One slice, so that however many come at once, others have their turn between two of them. */
function* readingHtml(request: Request): Generator<undefined, Uint8Array<ArrayBuffer>> {
  const html = formOf(request).find((part) => part.name === "html" && part.fileName === null);
  if (html === undefined) throw refused("html_not_text");
  return html.bytes;
}
