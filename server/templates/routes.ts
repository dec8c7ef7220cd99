import { templateLimits } from "../../contract/limits/templates.ts";
import { asPicture } from "../../mail/drawing/previewWidth.ts";
import { withoutFonts } from "../../mail/values/fonts.ts";
import type { Core } from "../core/core.ts";
import { jsonList } from "../http/jsonList.ts";
import { type Route, route } from "../http/route.ts";
import { previewPolicy } from "./previewPolicy.ts";
import { createStarterTemplates } from "./starterTemplates.ts";
import type { TemplateDeletions } from "./templateDeletions.ts";
import type { TemplateHistory } from "./templateHistory.ts";
import type { TemplateService } from "./templates.ts";

type Parts = {
  core: Core;
  templates: TemplateService;
  history: TemplateHistory;
  deletions: TemplateDeletions;
};

export function templateRoutes({ core, templates, history, deletions }: Parts): Route[] {
  const starters = createStarterTemplates(core);
  return [
    route("GET /templates", ({ caller }) => jsonList(templates.owned(caller.uid))),
    route("GET /templates/public", async () => {
      await starters.installed();
      return jsonList(templates.shared());
    }),
    route("GET /templates/summaries", async ({ caller }) => {
      await starters.installed();
      return templates.summaries(caller.uid);
    }),
    route("POST /templates", ({ caller, body }) => templates.add(caller.uid, body)),
    route("POST /templates/render", ({ caller, body, request }) =>
      templates.render(caller.uid, { ...body, origin: request.headers.get("origin") }),
    ),
    route("POST /templates/deletions/{id}/undo", ({ caller, params }) =>
      deletions.undo({ who: caller, id: params.id }),
    ),
    route("GET /templates/{id}", ({ caller, params }) => templates.one({ who: caller, id: params.id })),
    route("PUT /templates/{id}", ({ caller, params, body }) =>
      templates.change({ who: caller, id: params.id }, body),
    ),
    route("DELETE /templates/{id}", async ({ caller, params }) => {
      const deletionId = await deletions.remove({ who: caller, id: params.id });
      return { message: "Template deleted", deletionId };
    }),
    route("POST /templates/{id}/publish", ({ caller, params, body }) =>
      templates.publish({ who: caller, id: params.id }, body.public),
    ),
    ...historyRoutes(history),
  ];
}

function historyRoutes(history: TemplateHistory): Route[] {
  return [
    route("GET /templates/{id}/versions", ({ caller, params }) =>
      history.versions({ who: caller, id: params.id }),
    ),
    route("GET /templates/{id}/versions/{version}", ({ caller, params }) =>
      history.version({ who: caller, id: params.id }, params.version),
    ),
    route("POST /templates/{id}/versions/{version}/restore", ({ caller, params }) =>
      history.restore({ who: caller, id: params.id }, params.version),
    ),
    route("GET /templates/{id}/preview", async ({ caller, params, query }) => {
      const mail = await history.preview({ who: caller, id: params.id }, query.version);
      const shown = withoutFonts(mail);
      const html = query.picture === undefined ? shown : asPicture(shown);
      // A version never changes; whoever scrolls through many templates should not ask for each of them again.
      const kept = query.version === undefined ? {} : { "cache-control": `private, max-age=${keptSeconds}` };
      return new Response(html, { headers: { ...previewHeaders, ...kept } });
    }),
  ];
}

const keptSeconds = templateLimits.previewKeptSeconds;

const previewHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": previewPolicy,
  "referrer-policy": "no-referrer",
};
