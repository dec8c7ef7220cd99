import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { collectionFault } from "../collections/CollectionForm.tsx";

const createNew = "new";

export type Into = {
  choice: string;
  choose: (choice: string) => void;
  name: string;
  rename: (name: string) => void;
  fault: string;
  running: boolean;
  /** The collection's name, made first where it is new; "" for none; null when that failed. */
  resolve: () => Promise<string | null>;
};

/** Which collection imported leads join. At first the one that is shown. */
export function useIntoCollection(): Into {
  const { leads } = useWorkspace();
  const collections = useLoad(queries.collections());
  const [choice, setChoice] = useState(leads.collection === "all" ? "" : `:${leads.collection}`);
  const [name, setName] = useState("");
  const [fault, setFault] = useState("");
  const creating = useAction(() => browserClient("POST /amplify/collections", { body: { name } }));

  const resolve = async () => {
    if (choice !== createNew) return choice.slice(1);
    const found = collectionFault(name, collections.value?.map((collection) => collection.name) ?? []);
    setFault(found);
    if (found !== "") return null;
    return (await creating.run()) ? name.trim().toLowerCase() : null;
  };
  return {
    choice,
    choose: setChoice,
    name,
    rename: (typed) => {
      setName(typed);
      setFault("");
      creating.clear();
    },
    fault: fault || creating.message,
    running: creating.running,
    resolve,
  };
}

export function IntoCollection({ into }: { into: Into }) {
  const collections = useLoad(queries.collections());
  return (
    <div className="field-pair">
      <SelectField
        label="Into the collection"
        value={into.choice}
        onChange={(event) => into.choose(event.target.value)}
      >
        <option value="">None in particular</option>
        {(collections.value ?? []).map(({ _id, name }) => (
          <option key={_id} value={`:${name}`}>
            {name}
          </option>
        ))}
        <option value={createNew}>A new collection…</option>
      </SelectField>
      {into.choice === createNew ? (
        <Field
          label="Name of the new collection"
          maxLength={textLimits.collectionNameMax}
          value={into.name}
          onChange={(event) => into.rename(event.target.value)}
          error={into.fault === "" ? undefined : into.fault}
        />
      ) : null}
    </div>
  );
}
