import type { Collection } from "../../../../contract/schemas/lead.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Moves the leads of a collection into another, and shows that. */
export function MergeCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const texts = useTexts(collectionFormTexts);
  const { leads, announce } = useWorkspace();
  const collections = useLoad(queries.collections());
  const others = (collections.value ?? []).filter(({ _id }) => _id !== collection._id);
  const merging = useServerForm({
    defaultValues: { into: others[0]?._id ?? "" },
    async send(body) {
      const params = { id: collection._id };
      const merged = await browserClient("POST /amplify/collections/{id}/merge", { params, body });
      leads.choose(merged.name);
      announce("sent", texts.said.merged({ name: collection.name, into: merged.name }));
      onDone();
    },
  });
  return (
    <Form of={merging} word={texts.merge.word} disabled={others.length === 0} onCancel={onDone}>
      <SelectField
        label={texts.merge.label(collection.name)}
        hint={texts.merge.hint(collection.name)}
        {...merging.field("into")}
      >
        {others.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}
