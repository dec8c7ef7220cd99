import type { LeadImportService } from "../services/leadImports.ts";
import type { LeadService } from "../services/leads.ts";
import { jsonList } from "./jsonList.ts";
import { type Route, route } from "./route.ts";

export function leadRoutes({ leads, imports }: { leads: LeadService; imports: LeadImportService }): Route[] {
  return [
    route("GET /amplify/leads", ({ caller, query }) => {
      const asksForPage = Object.values(query).some((value) => value !== undefined);
      return asksForPage ? leads.page(caller.uid, query) : jsonList(leads.all(caller.uid));
    }),
    route("POST /amplify/leads", ({ caller, body }) => leads.add(caller, body)),
    route("PUT /amplify/leads/{id}", ({ caller, params, body }) =>
      leads.change({ ownerId: caller.uid, id: params.id }, body),
    ),
    route("DELETE /amplify/leads/{id}", async ({ caller, params }) => {
      await leads.remove({ ownerId: caller.uid, id: params.id });
      return { message: "Lead deleted" };
    }),
    route("POST /amplify/leads/bulk", ({ caller, body }) => imports.import(caller, body.leads)),
  ];
}
