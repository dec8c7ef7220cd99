import type { Collection } from "../../../../contract/schemas/lead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Form } from "../../../_parts/Form.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Moves the leads of a collection into another, and shows that. */
export function MergeCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const others = (collections.value ?? []).filter(({ _id }) => _id !== collection._id);
  const merging = useServerForm({
    defaultValues: { into: others[0]?._id ?? "" },
    async send(body) {
      const params = { id: collection._id };
      const merged = await browserClient("POST /amplify/collections/{id}/merge", { params, body });
      leads.choose(merged.name);
      onDone();
    },
  });
  return (
    <Form of={merging} word="Merge" disabled={others.length === 0} onCancel={onDone}>
      <SelectField
        label={`Move the leads of ${collection.name} into`}
        hint={`${collection.name} is deleted afterwards. Leads that are in both are there once.`}
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
