import { sentences } from "../../../../contract/errors.ts";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Adds a collection, or gives the one that is there another name; then shows it. */
export function CollectionForm({ collection, onDone }: { collection?: Collection; onDone: () => void }) {
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const others = collections.value?.filter(({ _id }) => _id !== collection?._id) ?? [];
  const saving = useServerForm({
    defaultValues: { name: collection?.name ?? "" },
    faults: ({ name }) =>
      collectionFaults(
        { field: "name", name },
        others.map((other) => other.name),
      ),
    async send(body) {
      const saved =
        collection === undefined
          ? await browserClient("POST /amplify/collections", { body })
          : await browserClient("PATCH /amplify/collections/{id}", { params: { id: collection._id }, body });
      leads.choose(saved.name);
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={saving} word={collection === undefined ? "Add collection" : "Save name"} onCancel={onDone}>
      <Field
        label="Name"
        maxLength={textLimits.collectionNameMax}
        hint="Kept in lower case."
        required
        {...saving.field("name")}
      />
    </Form>
  );
}

/** The specification's rules for a collection's name, with its sentences. */
export function collectionFaults<Name extends string>(
  { field, name }: { field: Name; name: string },
  taken: readonly string[],
): { field: Name; message: string }[] {
  const message = collectionFault(name, taken);
  return message === "" ? [] : [{ field, message }];
}

function collectionFault(name: string, taken: readonly string[]): string {
  const kept = name.trim().toLowerCase();
  if (kept === "") return "Please enter a collection name";
  if (kept === "all" || kept === "default") return sentences.collectionReserved;
  return taken.includes(kept) ? sentences.collectionTaken : "";
}
