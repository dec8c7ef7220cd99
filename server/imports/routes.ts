import { type Route, route } from "../http/route.ts";
import type { ImportService } from "./imports.ts";

export function importRoutes(imports: ImportService): Route[] {
  return [
    route("POST /amplify/imports", ({ caller, query, request }) =>
      imports.upload(caller, { name: query.name, request }),
    ),
    route("GET /amplify/imports", ({ caller }) => imports.list(caller.uid)),
    route("GET /amplify/imports/{id}", ({ caller, params, query, request }) =>
      imports.one({ workspaceId: caller.uid, id: params.id }, { sheet: query.sheet, signal: request.signal }),
    ),
    route("POST /amplify/imports/{id}/start", ({ caller, params, body }) =>
      imports.start(caller, { id: params.id, choice: body }),
    ),
    route("POST /amplify/imports/{id}/cancel", ({ caller, params }) =>
      imports.cancel({ workspaceId: caller.uid, id: params.id }),
    ),
    route("POST /amplify/imports/{id}/undo", ({ caller, params }) =>
      imports.undo({ workspaceId: caller.uid, id: params.id }),
    ),
    route("GET /amplify/imports/{id}/rejects", async ({ caller, params }) => {
      const { name, file } = await imports.rejects({ workspaceId: caller.uid, id: params.id });
      return new Response(file, {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          // Any other character is left out: a file's name is a stranger's text.
          "content-disposition": `attachment; filename="${name.replace(/[^\w. -]/g, "_")}"`,
        },
      });
    }),
    route("DELETE /amplify/imports/{id}", async ({ caller, params }) => {
      await imports.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "The file is thrown away" };
    }),
  ];
}
