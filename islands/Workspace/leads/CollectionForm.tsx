import { useState } from "react";
import { sentences } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Field } from "../../_parts/Field.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Adds a collection and shows it. */
export function CollectionForm({ onDone }: { onDone: () => void }) {
  const { collections, leads } = useWorkspace();
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const adding = useAction(async () => {
    const added = await browserClient("POST /amplify/collections", { body: { name } });
    collections.reload();
    leads.choose(added.name);
    onDone();
  });

  const add = () => {
    const taken = collections.value?.map((collection) => collection.name) ?? [];
    const found = collectionFault(name, taken);
    setFault(found);
    if (found === "") adding.run();
  };
  const error = fault || adding.message;
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={limits.text.collectionNameMax}
        hint="Kept in lower case."
        error={error === "" ? undefined : error}
        required
      />
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={adding.running}>
          Add collection
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
