import { useWatch } from "react-hook-form";
import type { LeadChoice } from "../../../../contract/schemas/leadActions.ts";
import { collectionFormTexts } from "../../../../contract/texts/workspace/collectionForms.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import type { LeadActions } from "../actions/useLeadActions.ts";
import { useAdding } from "../useAdding.ts";
import { collectionFaults } from "./CollectionForm.tsx";

/** Adds the selected leads to an existing or a new collection. */
export function AddToCollection({
  which,
  actions,
  onDone,
}: {
  which: LeadChoice;
  actions: LeadActions;
  onDone: () => void;
}) {
  const texts = useTexts(collectionFormTexts);
  const collections = useLoad(queries.collections());
  const names = (collections.value ?? []).map(({ name }) => name);
  const { add, wasAsked } = useAdding();
  const adding = useServerForm({
    defaultValues: { chosen: names[0] ?? "", fresh: "" },
    faults: ({ chosen, fresh }) =>
      chosen === ""
        ? collectionFaults(
            { field: "fresh", name: fresh },
            wasAsked({ body: { name: fresh } }) ? [] : names,
            texts,
          )
        : [],
    async send({ chosen, fresh }) {
      const isNew = chosen === "";
      const collection = isNew
        ? (await add("POST /amplify/collections", { body: { name: fresh } })).name
        : chosen;
      if (await actions.acting.run({ action: "addTo", collection, which })) onDone();
    },
  });
  const { field, form } = adding;
  const chosen = useWatch({ control: form.control, name: "chosen" });
  return (
    <Form
      of={adding}
      word={texts.addTo}
      onCancel={onDone}
      onEdit={actions.acting.clear}
      beside={
        actions.acting.message === "" ? null : <Notice status="failed">{actions.acting.message}</Notice>
      }
    >
      <SelectField label={texts.collection} {...field("chosen")}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
        <option value="">{texts.makeNew}</option>
      </SelectField>
      {chosen === "" ? <Field label={texts.newName} required {...field("fresh")} /> : null}
    </Form>
  );
}
