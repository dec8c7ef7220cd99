import type { TemplateFolder, TemplateSummary } from "../../../../../contract/schemas/template.ts";
import { lastUsedFirst } from "../lastUsed.ts";

type Group = { label: string; items: TemplateSummary[] };

/** A person's templates in groups to choose from: first those in no folder, then each folder's, in each the last used first. */
export function templatesByFolder({
  templates = [],
  folders = [],
  otherwise,
}: {
  templates: readonly TemplateSummary[] | undefined;
  folders: readonly TemplateFolder[] | undefined;
  /** The label of the templates in no folder. */
  otherwise: string;
}): Group[] {
  const ordered = templates.toSorted(lastUsedFirst);
  const known = new Set(folders.map(({ _id }) => _id));
  const loose = ordered.filter(({ folderId }) => folderId === null || !known.has(folderId));
  const inFolders = folders.map(({ _id, name }) => ({
    label: name,
    items: ordered.filter(({ folderId }) => folderId === _id),
  }));
  return [{ label: otherwise, items: loose }, ...inFolders].filter(({ items }) => items.length > 0);
}
