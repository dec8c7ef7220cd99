import type { Scope } from "../../contract/identity/scope.ts";
import { templateLimits } from "../../contract/limits/templates.ts";
import { refused } from "../../contract/refused.ts";
import type { TemplateFolder } from "../../contract/schemas/template.ts";
import {
  createTemplateFolderStore,
  type TemplateFolderRow,
} from "../../db/stores/templates/templateFolders.ts";
import type { Core } from "../core/core.ts";
import { templateNotFound } from "./templateAccess.ts";

type Key = Scope & { id: string };
const { foldersMax, undoMs } = templateLimits;

export type TemplateFolderService = ReturnType<typeof createTemplateFolderService>;

/** Folders in which a workspace keeps its templates. */
export function createTemplateFolderService(core: Core) {
  const store = createTemplateFolderStore(core.database);
  const answer = ({ id, name, createdAt }: TemplateFolderRow): TemplateFolder => ({
    _id: id,
    name,
    createdAt,
  });
  const noSuchFolder = () => refused("folder_not_found");
  return {
    async list({ workspaceId }: Scope): Promise<TemplateFolder[]> {
      return (await store.byName({ workspaceId, countMax: foldersMax })).map(answer);
    },

    /** @throws {Refusal} conflict when there are as many as are allowed. */
    async add({ workspaceId }: Scope, name: string): Promise<TemplateFolder> {
      const row = { id: core.newId(), workspaceId, name, createdAt: core.clock.now(), deletedAt: null };
      await store.add(row, refuseTooMany);
      return answer(row);
    },

    /** @throws {Refusal} not_found. */
    async rename(key: Key, name: string): Promise<void> {
      if (!(await store.rename(key, name))) throw noSuchFolder();
    },

    /** Its templates stay. It can be brought back for a few minutes. @throws {Refusal} not_found. */
    async remove(key: Key): Promise<void> {
      if (!(await store.remove(key, core.clock.now()))) throw noSuchFolder();
    },

    /** @throws {Refusal} not_found when it was too long ago or undone already, conflict when no more fit. */
    async restore({ workspaceId, id }: Key): Promise<TemplateFolder> {
      const after = core.clock.now() - undoMs;
      const row = await store.restore({ workspaceId, id, after }, refuseTooMany);
      if (row === null) throw refused("undo_too_late");
      return answer(row);
    },

    /** One of the workspace's own templates into a folder, or out of all. @throws {Refusal} not_found. */
    async place({ workspaceId, id: templateId }: Key, folderId: string | null): Promise<void> {
      const { hasFolder, hasTemplate } = await store.place({ workspaceId, templateId, folderId });
      if (!hasFolder) throw noSuchFolder();
      if (!hasTemplate) throw templateNotFound();
    },

    forgetOld: (): Promise<void> => store.forget(core.clock.now() - undoMs),
  };
}

function refuseTooMany(folderCount: number): void {
  if (folderCount > foldersMax) throw refused("folders_too_many", { max: foldersMax });
}
