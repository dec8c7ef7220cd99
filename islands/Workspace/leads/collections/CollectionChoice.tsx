import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

/** Which collections a lead is in. */
export function CollectionChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  const { collections } = useWorkspace();
  // A lead may carry a name whose collection has not arrived yet; it must not vanish by being saved.
  const names = [...new Set([...(collections.value ?? []).map(({ name }) => name), ...chosen])];
  if (names.length === 0) return null;
  return (
    <fieldset className="choices-field">
      <legend>Collections</legend>
      {names.map((name) => (
        <ChoiceField
          key={name}
          type="checkbox"
          label={name}
          checked={chosen.includes(name)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
          }
        />
      ))}
    </fieldset>
  );
}
