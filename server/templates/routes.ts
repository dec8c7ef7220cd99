import { templateLimits } from "../../contract/limits/templates.ts";
import { answerTexts } from "../../contract/texts/answers.ts";
import { asPicture } from "../../mail/drawing/previewWidth.ts";
import { withoutFonts } from "../../mail/values/fonts.ts";
import type { Core } from "../core/core.ts";
import { inTexts } from "../core/inWords.ts";
import { jsonList } from "../http/jsonList.ts";
import { type Route, route } from "../http/route.ts";
import { shownMailPolicy } from "../http/shownMailPolicy.ts";
import { createStarterTemplates } from "./starterTemplates.ts";
import type { TemplateDeletions } from "./templateDeletions.ts";
import type { TemplateHistory } from "./templateHistory.ts";
import { createTemplateLists } from "./templateLists.ts";
import type { TemplateService } from "./templates.ts";

type Parts = {
  core: Core;
  templates: TemplateService;
  history: TemplateHistory;
  deletions: TemplateDeletions;
};

export function templateRoutes({ core, templates, history, deletions }: Parts): Route[] {
  const starters = createStarterTemplates(core);
  const lists = createTemplateLists(core);
  return [
    // Asked for nothing in particular, they are the whole list as it always was.
    route("GET /templates", ({ scope, query }) =>
      isAsked(query) ? lists.answer(scope, "own", query) : jsonList(templates.owned(scope)),
    ),
    route("GET /templates/public", async ({ scope, query }) => {
      await starters.installed();
      return isAsked(query) ? lists.answer(scope, "public", query) : jsonList(templates.shared());
    }),
    route("GET /templates/summaries", async ({ scope }) => {
      await starters.installed();
      return templates.summaries(scope);
    }),
    route("POST /templates", ({ scope, body }) => templates.add(scope, body)),
    route("POST /templates/render", ({ scope, body, request }) =>
      templates.render(scope, { ...body, origin: request.headers.get("origin") }),
    ),
    route("POST /templates/deletions/{id}/undo", ({ scope, person, params }) =>
      deletions.undo({ scope, person, id: params.id }),
    ),
    route("GET /templates/{id}", ({ scope, params }) => templates.one({ scope, id: params.id })),
    route("PUT /templates/{id}", ({ scope, person, params, body }) =>
      templates.change({ scope, person, id: params.id }, body),
    ),
    route("DELETE /templates/{id}", async ({ scope, person, params }) => {
      const deletionId = await deletions.remove({ scope, person, id: params.id });
      return { message: inTexts(answerTexts).templates.deleted, deletionId };
    }),
    route("POST /templates/{id}/publish", ({ scope, person, params, body }) =>
      templates.publish({ scope, person, id: params.id, isPublic: body.public }),
    ),
    ...historyRoutes(history, core),
  ];
}

const isAsked = (query: object) => Object.values(query).some((value) => value !== undefined);

function historyRoutes(history: TemplateHistory, { settings }: Pick<Core, "settings">): Route[] {
  return [
    route("GET /templates/{id}/versions", ({ scope, person, params }) =>
      history.versions({ scope, person, id: params.id }),
    ),
    route("GET /templates/{id}/versions/{version}", ({ scope, person, params }) =>
      history.version({ scope, person, id: params.id }, params.version),
    ),
    route("POST /templates/{id}/versions/{version}/restore", ({ scope, person, params }) =>
      history.restore({ scope, person, id: params.id }, params.version),
    ),
    route("GET /templates/{id}/preview", async ({ scope, person, params, query }) => {
      const mail = await history.preview({ scope, person, id: params.id }, query.version);
      const shown = withoutFonts(mail);
      const html = query.picture === undefined ? shown : asPicture(shown);
      // A version never changes; whoever scrolls through many templates should not ask for each of them again.
      const kept = query.version === undefined ? {} : { "cache-control": `private, max-age=${keptSeconds}` };
      const policy = { "content-security-policy": shownMailPolicy(settings) };
      return new Response(html, { headers: { ...previewHeaders, ...policy, ...kept } });
    }),
  ];
}

const keptSeconds = templateLimits.previewKeptSeconds;

const previewHeaders = {
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
};
