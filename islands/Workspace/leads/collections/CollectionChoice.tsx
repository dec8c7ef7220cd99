import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { ChoiceField } from "../../../_parts/fields/ChoiceField.tsx";

/** Which collections a lead is in. */
export function CollectionChoice({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  const collections = useLoad(queries.collections());
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
