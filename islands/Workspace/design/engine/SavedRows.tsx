import { useState } from "react";
import { designLimits } from "../../../../contract/limits/design.ts";
import { type Row, readDesign } from "../../../../mail/design/design.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useDeletion } from "../../../_data/useDeletion.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { dots, Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { UndoBar } from "../../../_parts/UndoBar.tsx";

type Naming = { id: string | null; name: string };

/** Rows kept under a name: put into the mail, given another name, deleted. `rowNow` is the one that would be kept. */
export function SavedRows({
  canKeep,
  rowNow,
  onInsert,
}: {
  canKeep: boolean;
  rowNow: () => Row | null;
  onInsert: (row: Row, name: string) => void;
}) {
  const saved = useLoad(queries.savedRows());
  const [naming, setNaming] = useState<Naming | null>(null);
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/saved-rows/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/saved-rows/{id}/restore", { params: { id } }),
  });
  const { last } = deletion;
  const failure = saved.message || deletion.remove.message;
  return (
    <section className="editor-saved" aria-label="Saved rows">
      <h3>Saved rows</h3>
      {failure === "" ? null : <Notice status="failed">{failure}</Notice>}
      <UndoBar
        label="Deleted row"
        deletion={
          last === null ? null : { key: last.id, said: `“${last.name}” is deleted. Mails keep their copy.` }
        }
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
      <ul>
        {saved.value?.map(({ _id: id, name, row: stored }) => (
          <li key={id}>
            <Button
              aria-label={`Insert ${name}`}
              onClick={() => {
                const [read] = readDesign({ body: { rows: [stored] } })?.body.rows ?? [];
                if (read !== undefined) onInsert(read, name);
              }}
            >
              {name}
            </Button>
            <Menu
              variant="quiet"
              shape="icon"
              aria-label={`More for ${name}`}
              items={[
                { key: "rename", label: "Rename", onSelect: () => setNaming({ id, name }) },
                {
                  key: "delete",
                  label: "Delete",
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
          Save the row
        </Button>
      ) : (
        <NameForm naming={naming} rowNow={rowNow} onDone={() => setNaming(null)} />
      )}
    </section>
  );
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
  const keeping = useServerForm({
    defaultValues: { name },
    faults: (typed) => (typed.name.trim() === "" ? [{ field: "name", message: "Please name the row" }] : []),
    async send(body) {
      const row = rowNow();
      if (id !== null) await browserClient("PUT /amplify/saved-rows/{id}", { params: { id }, body });
      else if (row !== null) await browserClient("POST /amplify/saved-rows", { body: { ...body, row } });
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={keeping} word={id === null ? "Save" : "Rename"} onCancel={onDone}>
      <Field
        label="Name of the row"
        required
        autoFocus
        autoComplete="off"
        maxLength={designLimits.savedRows.nameCharactersMax}
        {...keeping.field("name")}
      />
    </Form>
  );
}
