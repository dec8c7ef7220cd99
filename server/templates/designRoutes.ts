import { type Route, route } from "../http/route.ts";
import { uploadedFile } from "../http/uploadedFile.ts";
import type { ImageService } from "./images.ts";
import type { SavedRowService } from "./savedRows.ts";

/** What people keep to build mails from. */
export function designRoutes({ images, rows }: { images: ImageService; rows: SavedRowService }): Route[] {
  return [
    route("GET /amplify/images", ({ caller }) => images.list(caller.uid)),
    route("GET /amplify/images/use", ({ caller }) => images.room(caller)),
    route("POST /amplify/images", async ({ caller, request }) => images.add(caller, uploadedFile(request))),
    route("PUT /amplify/images/{id}", async ({ caller, params, body }) => {
      await images.describe({ workspaceId: caller.uid, id: params.id }, body.alt);
      return { message: "Saved" };
    }),
    route("DELETE /amplify/images/{id}", async ({ caller, params }) => {
      await images.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "Picture deleted" };
    }),
    route("POST /amplify/images/{id}/restore", ({ caller, params }) => images.restore(caller, params.id)),
    route("GET /amplify/saved-rows", ({ caller }) => rows.list(caller.uid)),
    route("POST /amplify/saved-rows", ({ caller, body }) => rows.add(caller.uid, body)),
    route("PUT /amplify/saved-rows/{id}", async ({ caller, params, body }) => {
      await rows.rename({ workspaceId: caller.uid, id: params.id }, body.name);
      return { message: "Row renamed" };
    }),
    route("DELETE /amplify/saved-rows/{id}", async ({ caller, params }) => {
      await rows.remove({ workspaceId: caller.uid, id: params.id });
      return { message: "Row deleted" };
    }),
    route("POST /amplify/saved-rows/{id}/restore", ({ caller, params }) =>
      rows.restore({ workspaceId: caller.uid, id: params.id }),
    ),
  ];
}
