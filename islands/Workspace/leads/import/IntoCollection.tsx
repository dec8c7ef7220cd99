import type { ComponentProps } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Field, type FieldProps } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";

const createNew = "new";

/** A collection by its name, with a colon before it; "" for none, or one that is made first. */
export type IntoValues = { into: string; newName: string };

export function intoDefaults(shown: string): IntoValues {
  return { into: shown === "all" ? "" : `:${shown}`, newName: "" };
}

export function makesNew({ into }: IntoValues): boolean {
  return into === createNew;
}

/** Which collection imported leads join. */
export function IntoCollection({
  into,
  newName,
  isNew,
}: {
  into: Omit<ComponentProps<typeof SelectField>, "label">;
  newName: Omit<FieldProps, "label">;
  isNew: boolean;
}) {
  const texts = useTexts(collectionFormTexts);
  const collections = useLoad(queries.collections());
  return (
    <div className="field-pair">
      <SelectField label={texts.into} {...into}>
        <option value="">{texts.intoNone}</option>
        {(collections.value ?? []).map(({ _id, name }) => (
          <option key={_id} value={`:${name}`}>
            {name}
          </option>
        ))}
        <option value={createNew}>{texts.makeNew}</option>
      </SelectField>
      {isNew ? <Field label={texts.newName} maxLength={textLimits.collectionNameMax} {...newName} /> : null}
    </div>
  );
}
