import { textLimits } from "../../../../contract/limits/text.ts";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import {
  type CollectionFormTexts,
  collectionFormTexts,
} from "../../../../contract/texts/workspace/collectionForms.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { useAdding } from "../useAdding.ts";

/** Adds a collection, or gives the one that is there another name; then shows it. */
export function CollectionForm({ collection, onDone }: { collection?: Collection; onDone: () => void }) {
  const texts = useTexts(collectionFormTexts);
  const { leads, announce } = useWorkspace();
  const collections = useLoad(queries.collections());
  const { add, wasAsked } = useAdding();
  const others = collections.value?.filter(({ _id }) => _id !== collection?._id) ?? [];
  const saving = useServerForm({
    defaultValues: { name: collection?.name ?? "" },
    faults: ({ name }) =>
      collectionFaults(
        { field: "name", name },
        wasAsked({ body: { name } }) ? [] : others.map((other) => other.name),
        texts,
      ),
    async send(body) {
      // Somebody else may have given it another name since.
      if (body.name === collection?.name) return onDone();
      const saved =
        collection === undefined
          ? await add("POST /amplify/collections", { body })
          : await browserClient("PATCH /amplify/collections/{id}", { params: { id: collection._id }, body });
      leads.choose(saved.name);
      announce("sent", texts.said[collection === undefined ? "added" : "renamed"](saved.name));
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={saving} word={collection === undefined ? texts.form.add : texts.form.save} onCancel={onDone}>
      <Field
        label={texts.form.name}
        maxLength={textLimits.collectionNameMax}
        hint={texts.form.nameHint}
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
  texts: CollectionFormTexts,
): { field: Name; message: string }[] {
  const message = collectionFault(name, taken, texts);
  return message === "" ? [] : [{ field, message }];
}

function collectionFault(name: string, taken: readonly string[], texts: CollectionFormTexts): string {
  const kept = name.trim().toLowerCase();
  if (kept === "") return texts.form.required;
  if (kept === "all" || kept === "default") return texts.form.reserved;
  return taken.includes(kept) ? texts.form.taken : "";
}
