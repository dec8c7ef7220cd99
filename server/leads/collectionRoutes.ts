import { type Route, route } from "../http/route.ts";
import type { CollectionService } from "./collections.ts";

export function collectionRoutes(collections: CollectionService): Route[] {
  return [
    route("GET /amplify/collections", ({ caller }) => collections.list(caller.uid)),
    route("POST /amplify/collections", ({ caller, body }) =>
      collections.add({ ownerId: caller.uid, name: body.name }),
    ),
    route("PATCH /amplify/collections/{id}", ({ caller, params, body }) =>
      collections.rename({ ownerId: caller.uid, id: params.id }, body.name),
    ),
    route("POST /amplify/collections/{id}/merge", ({ caller, params, body }) =>
      collections.merge({ ownerId: caller.uid, id: params.id }, body.into),
    ),
    route("DELETE /amplify/collections/{id}", async ({ caller, params }) => {
      await collections.remove({ ownerId: caller.uid, id: params.id });
      return { message: "Collection deleted" };
    }),
  ];
}
