import { useState } from "react";
import type { TemplateFolder, TemplateSummary } from "../../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { useDeletion } from "../../../../_data/useDeletion.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { Icon } from "../../../../_parts/Icon.tsx";
import { Menu } from "../../../../_parts/Menu.tsx";
import { Toolbar } from "../../../../_parts/Toolbar.tsx";
import { UndoBar } from "../../../../_parts/UndoBar.tsx";
import { TemplateNameForm } from "../TemplateNameForm.tsx";
import { takesTemplates } from "./carriedTemplate.ts";
import { usePlacing } from "./usePlacing.ts";

/**
 * All of one's templates, or those of one folder; a template that is dropped on a folder is in it. The one that is shown has
 * a menu of its own.
 */
export function TemplateFolders({
  folders,
  templates,
  shown,
  onShow,
}: {
  folders: readonly TemplateFolder[];
  templates: readonly TemplateSummary[];
  /** The id of a folder; "" is all. */
  shown: string;
  onShow: (id: string) => void;
}) {
  const texts = useTexts(templateTexts).folders;
  const place = usePlacing();
  const [naming, setNaming] = useState<"new" | TemplateFolder | null>(null);
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/template-folders/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/template-folders/{id}/restore", { params: { id } }),
  });
  const { last } = deletion;
  const [held, setHeld] = useState(false);
  const countOf = (id: string) => templates.filter(({ folderId }) => folderId === id).length;
  const chip = (folder: TemplateFolder | null, count: number) => (
    <button
      type="button"
      className="chip"
      aria-pressed={shown === (folder?._id ?? "")}
      onClick={() => onShow(folder?._id ?? "")}
      {...takesTemplates((template) => void place({ template, folder }))}
    >
      <span className="chip-name">{folder?.name ?? texts.all}</span>
      <span className="chip-count">{count.toLocaleString("en")}</span>
    </button>
  );
  return (
    <>
      <Toolbar className="template-folders" aria-label={texts.title}>
        <span className="chip-place">{chip(null, templates.length)}</span>
        {folders.map((folder) => (
          <span key={folder._id} className="chip-place">
            {chip(folder, countOf(folder._id))}
            {folder._id === shown ? (
              <FolderMenu
                folder={folder}
                onRename={() => setNaming(folder)}
                onDelete={() => {
                  onShow("");
                  setHeld(countOf(folder._id) > 0);
                  deletion.remove.run({ id: folder._id, name: folder.name });
                }}
              />
            ) : null}
          </span>
        ))}
        <button type="button" className="chip" title={texts.new} onClick={() => setNaming("new")}>
          <span aria-hidden="true">+</span>
        </button>
      </Toolbar>
      {deletion.remove.message === "" ? null : <p className="field-error">{deletion.remove.message}</p>}
      <UndoBar
        label={texts.deletedBar}
        deletion={last === null ? null : { key: last.id, said: texts.deleted({ name: last.name, held }) }}
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
      <Dialog
        open={naming !== null}
        title={naming === "new" ? texts.new : texts.renameTitle}
        onClose={() => setNaming(null)}
      >
        {naming === null ? null : (
          <FolderName
            folder={naming === "new" ? null : naming}
            onDone={(made) => {
              setNaming(null);
              if (made !== null) onShow(made);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function FolderMenu({
  folder: { name },
  onRename,
  onDelete,
}: {
  folder: TemplateFolder;
  onRename: () => void;
  onDelete: () => void;
}) {
  const texts = useTexts(templateTexts).folders;
  return (
    <Menu
      variant="quiet"
      shape="icon"
      className="chip-menu"
      aria-label={texts.change(name)}
      items={[
        { key: "rename", label: texts.rename, onSelect: onRename },
        { key: "delete", label: texts.delete, danger: true, onSelect: onDelete },
      ]}
    >
      <Icon size={14} path="M6 9l6 6 6-6" />
    </Menu>
  );
}

/** Asks for the name of a new folder, or for another one of a folder that is there. */
function FolderName({
  folder,
  onDone,
}: {
  folder: TemplateFolder | null;
  /** With the id of a new one. */
  onDone: (made: string | null) => void;
}) {
  const texts = useTexts(templateTexts).folders;
  const save = async (name: string) => {
    if (folder === null) {
      onDone((await browserClient("POST /amplify/template-folders", { body: { name } }))._id);
      return;
    }
    // Somebody else may have given it another name since.
    if (name === folder.name) return onDone(null);
    await browserClient("PUT /amplify/template-folders/{id}", { params: { id: folder._id }, body: { name } });
    onDone(null);
  };
  return (
    <TemplateNameForm
      of="folder"
      name={folder?.name ?? ""}
      word={folder === null ? texts.add : texts.rename}
      onName={save}
      onCancel={() => onDone(null)}
    />
  );
}
