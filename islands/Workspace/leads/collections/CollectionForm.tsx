import { useState } from "react";
import { sentences } from "../../../../contract/errors.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Adds a collection, or gives the one that is there another name; then shows it. */
export function CollectionForm({ collection, onDone }: { collection?: Collection; onDone: () => void }) {
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const [name, setName] = useState(collection?.name ?? "");
  const [fault, setFault] = useState("");
  const saving = useAction(async () => {
    const body = { name };
    const saved =
      collection === undefined
        ? await browserClient("POST /amplify/collections", { body })
        : await browserClient("PATCH /amplify/collections/{id}", { params: { id: collection._id }, body });
    leads.choose(saved.name);
    onDone();
  });

  const save = () => {
    const others = collections.value?.filter(({ _id }) => _id !== collection?._id) ?? [];
    const found = collectionFault(
      name,
      others.map((other) => other.name),
    );
    setFault(found);
    if (found === "") saving.run();
  };
  const error = fault || saving.message;
  return (
    <form
      className="stack"
      noValidate
      onChange={() => {
        setFault("");
        saving.clear();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={textLimits.collectionNameMax}
        hint="Kept in lower case."
        error={error === "" ? undefined : error}
        required
      />
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={saving.running}>
          {collection === undefined ? "Add collection" : "Save name"}
        </Button>
      </div>
    </form>
  );
}

/** The specification's rules for a collection's name, with its sentences; "" when the name is good. */
export function collectionFault(name: string, taken: readonly string[]): string {
  const kept = name.trim().toLowerCase();
  if (kept === "") return "Please enter a collection name";
  if (kept === "all" || kept === "default") return sentences.collectionReserved;
  return taken.includes(kept) ? sentences.collectionTaken : "";
}
