import { jsonList } from "../http/jsonList.ts";
import { type Route, route } from "../http/route.ts";
import type { CollectionService } from "./collections.ts";
import type { LeadActionService } from "./leadActions.ts";
import { leadFile } from "./leadFile.ts";
import type { LeadImportService } from "./leadImports.ts";
import type { LeadService } from "./leads.ts";

export function leadRoutes({ leads, imports }: { leads: LeadService; imports: LeadImportService }): Route[] {
  return [
    ...actionRoutes(leads),
    route("GET /amplify/leads", ({ caller, query }) => {
      const asksForPage = Object.values(query).some((value) => value !== undefined);
      return asksForPage ? leads.page(caller.uid, query) : jsonList(leads.all(caller.uid));
    }),
    route("POST /amplify/leads", ({ caller, body }) => leads.add(caller, body)),
    route("PUT /amplify/leads/{id}", ({ caller, params, body }) =>
      leads.change({ workspaceId: caller.uid, id: params.id }, body),
    ),
    route("DELETE /amplify/leads/{id}", async ({ caller, params }) => {
      await leads.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "Lead deleted" };
    }),
    route("POST /amplify/leads/bulk", ({ caller, body }) => imports.import(caller, body.leads)),
  ];
}

function actionRoutes(leads: LeadActionService & Pick<LeadService, "history">): Route[] {
  return [
    route("POST /amplify/leads/actions", ({ caller, body }) => leads.act(caller.uid, body)),
    route("POST /amplify/leads/deletions/{id}/undo", ({ caller, params, query }) =>
      leads.undo(caller, { deletionId: params.id, ...query }),
    ),
    route("POST /amplify/leads/export", ({ caller, body }) =>
      leadFile(leads.exported(caller.uid, body.which), body.format),
    ),
    route("GET /amplify/leads/{id}/history", ({ caller, params }) =>
      leads.history({ workspaceId: caller.uid, id: params.id }),
    ),
  ];
}

export function collectionRoutes(collections: CollectionService): Route[] {
  return [
    route("GET /amplify/collections", ({ caller }) => collections.list(caller.uid)),
    route("POST /amplify/collections", ({ caller, body }) =>
      collections.add({ workspaceId: caller.uid, name: body.name }),
    ),
    route("PATCH /amplify/collections/{id}", ({ caller, params, body }) =>
      collections.rename({ workspaceId: caller.uid, id: params.id }, body.name),
    ),
    route("POST /amplify/collections/{id}/merge", ({ caller, params, body }) =>
      collections.merge({ workspaceId: caller.uid, id: params.id }, body.into),
    ),
    route("DELETE /amplify/collections/{id}", async ({ caller, params }) => {
      await collections.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "Collection deleted" };
    }),
  ];
}
