import { useState } from "react";
import type { Collection } from "../../../../contract/schemas/lead.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Moves the leads of a collection into another, and shows that. */
export function MergeCollection({ collection, onDone }: { collection: Collection; onDone: () => void }) {
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const others = (collections.value ?? []).filter(({ _id }) => _id !== collection._id);
  const [into, setInto] = useState(others[0]?._id ?? "");
  const merging = useAction(async () => {
    const params = { id: collection._id };
    const merged = await browserClient("POST /amplify/collections/{id}/merge", { params, body: { into } });
    leads.choose(merged.name);
    onDone();
  });
  return (
    <form
      className="stack"
      onChange={merging.clear}
      onSubmit={(event) => {
        event.preventDefault();
        merging.run();
      }}
    >
      {merging.message === "" ? null : <Notice status="failed">{merging.message}</Notice>}
      <SelectField
        label={`Move the leads of ${collection.name} into`}
        hint={`${collection.name} is deleted afterwards. Leads that are in both are there once.`}
        value={into}
        onChange={(event) => setInto(event.target.value)}
      >
        {others.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={merging.running || into === ""}>
          Merge
        </Button>
      </div>
    </form>
  );
}
