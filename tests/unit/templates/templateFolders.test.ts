import { expect, test } from "bun:test";
import { templateLimits } from "../../../contract/limits/templates.ts";
import { createTemplateFolderStore } from "../../../db/stores/templates/templateFolders.ts";
import { createTemplateStore } from "../../../db/stores/templates/templates.ts";
import { createTemplateFolderService } from "../../../server/templates/templateFolders.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { leadBook, scopeNamed } from "../../support/leads/leadBook.ts";

const template = (id: string) => ({
  id,
  workspaceId: "ada",
  name: id,
  design: null,
  html: "",
  hasHtml: false,
  version: 1,
  public: false,
  createdAt: 1,
  updatedAt: 1,
});
const any = () => {};

eachDatabase("folders of templates", (open) => {
  const database = emptyBeforeEach(open);

  test("keep where a template is and when it was used apart, and forget both once they are gone for good", async () => {
    const store = createTemplateFolderStore(database());
    const templates = createTemplateStore(database());
    for (const id of ["one", "two"]) await templates.add(template(id), any);
    await store.add({ id: "f", workspaceId: "ada", name: "F", createdAt: 1, deletedAt: null }, any);
    const place = { workspaceId: "ada", templateId: "one", folderId: "f" };
    expect(await store.place(place)).toEqual({ hasFolder: true, hasTemplate: true });
    expect(await store.place({ ...place, workspaceId: "bob" })).toMatchObject({ hasFolder: false });
    expect(await store.place({ ...place, templateId: "none" })).toMatchObject({ hasTemplate: false });
    await store.use({ workspaceId: "ada", templateId: "one", at: 50 });
    await store.use({ workspaceId: "bob", templateId: "one", at: 90 });
    await store.use({ workspaceId: "ada", templateId: "none", at: 90 });
    expect(await store.placesOf("bob")).toEqual([]);
    expect(await store.placesOf("ada")).toEqual([{ templateId: "one", folderId: "f", usedAt: 50 }]);

    await store.remove({ workspaceId: "ada", id: "f" }, 60);
    expect(await store.placesOf("ada")).toEqual([{ templateId: "one", folderId: null, usedAt: 50 }]);
    await store.forget(59);
    expect(await store.restore({ workspaceId: "bob", id: "f", after: 0 }, any)).toBeNull();
    expect(await store.restore({ workspaceId: "ada", id: "f", after: 0 }, any)).toMatchObject({ id: "f" });
    expect(await store.placesOf("ada")).toMatchObject([{ folderId: "f" }]);
    await store.remove({ workspaceId: "ada", id: "f" }, 60);
    await store.forget(60);
    expect(await store.restore({ workspaceId: "ada", id: "f", after: 0 }, any)).toBeNull();
    expect(await store.placesOf("ada")).toEqual([{ templateId: "one", folderId: null, usedAt: 50 }]);
  });

  test("more of them than are kept are refused", async () => {
    const folders = createTemplateFolderService(leadBook(database()).core);
    const ada = scopeNamed("ada");
    for (let at = 0; at < templateLimits.foldersMax; at += 1) await folders.add(ada, `Folder ${at}`);
    await expect(folders.add(ada, "One more")).rejects.toMatchObject({
      reason: { code: "folders_too_many" },
    });
    expect(await folders.list(ada)).toHaveLength(templateLimits.foldersMax);
  });
});
