import { type PointerEvent, useState } from "react";
import { designLimits } from "../../../../contract/limits/design.ts";
import { editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import { type Row, readDesign } from "../../../../mail/design/design.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useDeletion } from "../../../_data/useDeletion.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { UndoBar } from "../../../_parts/UndoBar.tsx";

type Naming = { id: string | null; name: string };

export type SavedRowActions = {
  insert: (row: Row, name: string) => void;
  drag: (event: PointerEvent, row: Row, name: string) => void;
};

/** Rows that were saved under a name, to be inserted, renamed or deleted. `rowNow` is the row that would be saved. */
export function SavedRows({
  canKeep,
  rowNow,
  actions,
}: {
  canKeep: boolean;
  rowNow: () => Row | null;
  actions: SavedRowActions;
}) {
  const texts = useTexts(editorTexts);
  const saved = useLoad(queries.savedRows());
  const [naming, setNaming] = useState<Naming | null>(null);
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/saved-rows/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/saved-rows/{id}/restore", { params: { id } }),
  });
  const { last } = deletion;
  const failure = saved.message || deletion.remove.message;
  return (
    <section className="editor-saved" aria-label={texts.savedRows.title}>
      <h3>{texts.savedRows.title}</h3>
      {failure === "" ? null : <Notice status="failed">{failure}</Notice>}
      <UndoBar
        label={texts.savedRows.deletedRow}
        deletion={last === null ? null : { key: last.id, said: texts.savedRows.deleted(last.name) }}
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
      <ul>
        {saved.value?.map(({ _id: id, name, row: stored }) => (
          <li key={id}>
            <Button
              aria-label={texts.savedRows.insert(name)}
              onPointerDown={(event) => withRow(stored, (row) => actions.drag(event, row, name))}
              onClick={() => withRow(stored, (row) => actions.insert(row, name))}
            >
              {name}
            </Button>
            <Menu
              variant="quiet"
              shape="icon"
              aria-label={texts.savedRows.moreFor(name)}
              items={[
                { key: "rename", label: texts.savedRows.rename, onSelect: () => setNaming({ id, name }) },
                {
                  key: "delete",
                  label: texts.savedRows.delete,
                  danger: true,
                  onSelect: () => deletion.remove.run({ id, name }),
                },
              ]}
            >
              <Icon size={16} path={dots} />
            </Menu>
          </li>
        ))}
      </ul>
      {naming === null ? (
        <Button disabled={!canKeep} onClick={() => setNaming({ id: null, name: "" })}>
          {texts.savedRows.saveTheRow}
        </Button>
      ) : (
        <NameForm naming={naming} rowNow={rowNow} onDone={() => setNaming(null)} />
      )}
    </section>
  );
}

/** Stored rows may be of another version. */
function withRow(stored: unknown, use: (row: Row) => void): void {
  const [read] = readDesign({ body: { rows: [stored] } })?.body.rows ?? [];
  if (read !== undefined) use(read);
}

function NameForm({
  naming: { id, name },
  rowNow,
  onDone,
}: {
  naming: Naming;
  rowNow: () => Row | null;
  onDone: () => void;
}) {
  const texts = useTexts(editorTexts);
  const keeping = useServerForm({
    defaultValues: { name },
    faults: (typed) =>
      typed.name.trim() === "" ? [{ field: "name", message: texts.savedRows.nameRequired }] : [],
    async send(body) {
      // Somebody else may have given it another name since.
      if (id !== null && body.name === name) return onDone();
      const row = rowNow();
      if (id !== null) await browserClient("PUT /amplify/saved-rows/{id}", { params: { id }, body });
      else if (row !== null) await browserClient("POST /amplify/saved-rows", { body: { ...body, row } });
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={keeping} word={id === null ? texts.savedRows.save : texts.savedRows.rename} onCancel={onDone}>
      <Field
        label={texts.savedRows.name}
        required
        autoFocus
        autoComplete="off"
        maxLength={designLimits.savedRows.nameCharactersMax}
        {...keeping.field("name")}
      />
    </Form>
  );
}
