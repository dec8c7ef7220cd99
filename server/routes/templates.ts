import type { TemplateService } from "../services/templates.ts";
import { jsonList } from "./jsonList.ts";
import { type Route, route } from "./route.ts";

export function templateRoutes(templates: TemplateService): Route[] {
  return [
    route("GET /templates", ({ caller }) => jsonList(templates.owned(caller.uid))),
    route("GET /templates/public", () => jsonList(templates.shared())),
    route("POST /templates", ({ caller, body }) => templates.add(caller.uid, body)),
    route("POST /templates/render", ({ body }) => templates.render(body)),
    route("PUT /templates/{id}", ({ caller, params, body }) =>
      templates.change({ who: caller, id: params.id }, body),
    ),
    route("DELETE /templates/{id}", async ({ caller, params }) => {
      await templates.remove({ who: caller, id: params.id });
      return { message: "Template deleted" };
    }),
  ];
}
