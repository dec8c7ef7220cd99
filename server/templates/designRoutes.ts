import { answerTexts } from "../../contract/texts/answers.ts";
import { inTexts } from "../core/inWords.ts";
import { type Route, route } from "../http/route.ts";
import { uploadedFile } from "../http/uploadedFile.ts";
import type { ImageService } from "./images.ts";
import type { SavedRowService } from "./savedRows.ts";
import type { TemplateFolderService } from "./templateFolders.ts";

/** What people keep to build mails from. */
export function designRoutes({
  images,
  savedRows: rows,
  templateFolders: folders,
}: {
  images: ImageService;
  savedRows: SavedRowService;
  templateFolders: TemplateFolderService;
}): Route[] {
  return [
    ...folderRoutes(folders),
    route("GET /amplify/images", ({ scope }) => images.list(scope)),
    route("GET /amplify/images/use", ({ scope }) => images.room(scope)),
    route("POST /amplify/images", async ({ scope, request }) => images.add(scope, uploadedFile(request))),
    route("PUT /amplify/images/{id}", async ({ scope, params, body }) => {
      await images.describe({ ...scope, id: params.id }, body.alt);
      return { message: inTexts(answerTexts).templates.saved };
    }),
    route("DELETE /amplify/images/{id}", async ({ scope, params }) => {
      await images.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).templates.pictureDeleted };
    }),
    route("POST /amplify/images/{id}/restore", ({ scope, params }) => images.restore(scope, params.id)),
    route("GET /amplify/saved-rows", ({ scope }) => rows.list(scope)),
    route("POST /amplify/saved-rows", ({ scope, body }) => rows.add(scope, body)),
    route("PUT /amplify/saved-rows/{id}", async ({ scope, params, body }) => {
      await rows.rename({ ...scope, id: params.id }, body.name);
      return { message: inTexts(answerTexts).templates.rowRenamed };
    }),
    route("DELETE /amplify/saved-rows/{id}", async ({ scope, params }) => {
      await rows.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).templates.rowDeleted };
    }),
    route("POST /amplify/saved-rows/{id}/restore", ({ scope, params }) =>
      rows.restore({ ...scope, id: params.id }),
    ),
  ];
}

function folderRoutes(folders: TemplateFolderService): Route[] {
  return [
    route("GET /amplify/template-folders", ({ scope }) => folders.list(scope)),
    route("POST /amplify/template-folders", ({ scope, body }) => folders.add(scope, body.name)),
    route("PUT /amplify/template-folders/{id}", async ({ scope, params, body }) => {
      await folders.rename({ ...scope, id: params.id }, body.name);
      return { message: inTexts(answerTexts).templates.folderRenamed };
    }),
    route("DELETE /amplify/template-folders/{id}", async ({ scope, params }) => {
      await folders.remove({ ...scope, id: params.id });
      return { message: inTexts(answerTexts).templates.folderDeleted };
    }),
    route("POST /amplify/template-folders/{id}/restore", ({ scope, params }) =>
      folders.restore({ ...scope, id: params.id }),
    ),
    route("PUT /templates/{id}/folder", async ({ scope, params, body }) => {
      await folders.place({ ...scope, id: params.id }, body.folderId);
      return { message: inTexts(answerTexts).templates.moved };
    }),
  ];
}
