import type { TemplateFolder, TemplateSummary } from "../../../../../contract/schemas/template.ts";
import { lastUsedFirst } from "../lastUsed.ts";

type Shelf = { label: string; items: TemplateSummary[] };

/** One's own templates where something is chosen: those in no folder, then each folder's, and the last used first in each. */
export function shelvesOf({
  templates = [],
  folders = [],
  otherwise,
}: {
  templates: readonly TemplateSummary[] | undefined;
  folders: readonly TemplateFolder[] | undefined;
  /** What those in no folder are called. */
  otherwise: string;
}): Shelf[] {
  const ordered = templates.toSorted(lastUsedFirst);
  const known = new Set(folders.map(({ _id }) => _id));
  const loose = ordered.filter(({ folderId }) => folderId === null || !known.has(folderId));
  const inFolders = folders.map(({ _id, name }) => ({
    label: name,
    items: ordered.filter(({ folderId }) => folderId === _id),
  }));
  return [{ label: otherwise, items: loose }, ...inFolders].filter(({ items }) => items.length > 0);
}
