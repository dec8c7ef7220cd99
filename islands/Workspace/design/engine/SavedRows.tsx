import { type SubmitEvent, useState } from "react";
import { designLimits } from "../../../../contract/limits/design.ts";
import { type Row, readDesign } from "../../../../mail/design/design.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useDeletion } from "../../../_data/useDeletion.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
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
  const keep = useAction(async ({ id, name }: Naming) => {
    const row = rowNow();
    if (id !== null) await browserClient("PUT /amplify/saved-rows/{id}", { params: { id }, body: { name } });
    else if (row !== null) await browserClient("POST /amplify/saved-rows", { body: { name, row } });
    setNaming(null);
  });
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/saved-rows/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/saved-rows/{id}/restore", { params: { id } }),
  });
  const { last } = deletion;
  const failure = saved.message || keep.message || deletion.remove.message;
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
        <NameForm
          naming={naming}
          onName={(name) => {
            keep.clear();
            setNaming({ ...naming, name });
          }}
          onKeep={() => void keep.run(naming)}
          onCancel={() => setNaming(null)}
        />
      )}
    </section>
  );
}

function NameForm({
  naming,
  onName,
  onKeep,
  onCancel,
}: {
  naming: Naming;
  onName: (name: string) => void;
  onKeep: () => void;
  onCancel: () => void;
}) {
  return (
    <form
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        onKeep();
      }}
    >
      <Field
        label="Name of the row"
        required
        autoFocus
        autoComplete="off"
        maxLength={designLimits.savedRows.nameCharactersMax}
        value={naming.name}
        onChange={(event) => onName(event.target.value)}
      />
      <Button type="submit">{naming.id === null ? "Save" : "Rename"}</Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
