import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import type { ImportService } from "./imports.ts";

export function importRoutes(imports: ImportService): Route[] {
  return [
    route("POST /amplify/imports", ({ scope, query, request }) =>
      imports.upload(scope, { name: query.name, request }),
    ),
    route("GET /amplify/imports", ({ scope, query }) => imports.list(scope, query)),
    route("GET /amplify/imports/{id}", ({ scope, params, query, request }) =>
      imports.one({ ...scope, id: params.id }, { ...query, signal: request.signal }),
    ),
    route("POST /amplify/imports/{id}/start", ({ scope, params, body }) =>
      imports.start(scope, { id: params.id, choice: body }),
    ),
    route("POST /amplify/imports/{id}/cancel", ({ scope, params }) =>
      imports.cancel({ ...scope, id: params.id }),
    ),
    route("POST /amplify/imports/{id}/undo", ({ scope, params }) =>
      imports.undo({ ...scope, id: params.id }),
    ),
    route("GET /amplify/imports/{id}/rejects", async ({ scope, params }) => {
      const { name, file } = await imports.rejects({ ...scope, id: params.id });
      return new Response(file, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          // Other characters are left out, because a file's name may contain anything.
          "content-disposition": `attachment; filename="${name.replace(/[^\w. -]/g, "_")}"`,
        },
      });
    }),
    route("DELETE /amplify/imports/{id}", async ({ scope, params }) => {
      await imports.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).imports.thrownAway };
    }),
  ];
}
