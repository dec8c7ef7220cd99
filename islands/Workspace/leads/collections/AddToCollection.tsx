import { useState } from "react";
import type { LeadChoice } from "../../../../contract/schemas/leadActions.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import type { LeadActions } from "../actions/useLeadActions.ts";
import { collectionFault } from "./CollectionForm.tsx";

/** Puts the picked leads into a collection, an old one or a new one. */
export function AddToCollection({
  which,
  actions,
  onDone,
}: {
  which: LeadChoice;
  actions: LeadActions;
  onDone: () => void;
}) {
  const collections = useLoad(queries.collections());
  const names = (collections.value ?? []).map(({ name }) => name);
  const [chosen, setChosen] = useState(names[0] ?? "");
  const [fresh, setFresh] = useState("");
  const [fault, setFault] = useState("");
  const isNew = chosen === "";

  const adding = useAction(async () => {
    let collection = chosen;
    if (isNew)
      collection = (await browserClient("POST /amplify/collections", { body: { name: fresh } })).name;
    if (await actions.acting.run({ action: "addTo", collection, which })) onDone();
  });
  const add = () => {
    const found = isNew ? collectionFault(fresh, names) : "";
    setFault(found);
    if (found === "") adding.run();
  };
  const message = adding.message || actions.acting.message;
  return (
    <form
      className="stack"
      noValidate
      onChange={() => {
        setFault("");
        adding.clear();
        actions.acting.clear();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      {message === "" ? null : <Notice status="failed">{message}</Notice>}
      <SelectField label="Collection" value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value="">A new collection…</option>
      </SelectField>
      {isNew ? (
        <Field
          label="Name of the new collection"
          value={fresh}
          onChange={(event) => setFresh(event.target.value)}
          error={fault === "" ? undefined : fault}
          required
        />
      ) : null}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={adding.running}>
          Add to the collection
        </Button>
      </div>
    </form>
  );
}
