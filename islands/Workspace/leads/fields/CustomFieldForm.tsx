import { useEffect } from "react";
import { useWatch } from "react-hook-form";
import { fieldKinds } from "../../../../contract/leads/customFields.ts";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { type CustomField, customFieldInput } from "../../../../contract/schemas/leadFields.ts";
import { customFieldTexts } from "../../../../contract/texts/workspace/customFields.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { faultsOf, useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";
import { TextAreaField } from "../../../_parts/fields/TextAreaField.tsx";
import { useAdding } from "../useAdding.ts";
import { mergeChoices } from "./mergeChoices.ts";

type Values = { label: string; kind: CustomField["kind"]; choices: string };

/** Adds a field, or changes the name and the choices of one; what its values are stays. */
export function CustomFieldForm({ field: changed, onDone }: { field?: CustomField; onDone: () => void }) {
  const texts = useTexts(customFieldTexts);
  const words = useWords();
  const { add } = useAdding();
  const saving = useServerForm<Values>({
    defaultValues: {
      label: changed?.label ?? "",
      kind: changed?.kind ?? "text",
      choices: (changed?.choices ?? []).map(({ name }) => name).join("\n"),
    },
    faults: (values) =>
      faultsOf<Values>(
        { safeParse: (typed) => customFieldInput.safeParse(inputOf(typed)) },
        { values, words },
      ).map((fault) => ({ ...fault, field: fault.field.split(".")[0] as keyof Values })),
    async send(values) {
      const body = inputOf(values);
      if (changed === undefined) await add("POST /amplify/fields", { body });
      else
        await browserClient("PATCH /amplify/fields/{id}", {
          params: { id: changed._id },
          body: await changesOf(body, changed),
        });
      onDone();
    },
  });
  const { form, field } = saving;
  // It takes the place of the list in a dialog that is open already.
  useEffect(() => form.setFocus("label"), [form]);
  const kind = useWatch({ control: form.control, name: "kind" });
  return (
    <Form of={saving} word={changed === undefined ? texts.add : texts.save} onCancel={onDone}>
      <Field
        label={texts.label}
        hint={texts.labelHint}
        maxLength={leadLimits.fieldLabelMax}
        autoComplete="off"
        required
        {...field("label")}
      />
      {changed === undefined ? (
        <SelectField label={texts.kind} {...field("kind")}>
          {fieldKinds.map((each) => (
            <option key={each} value={each}>
              {texts.kinds[each]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {kind === "choice" ? (
        <TextAreaField
          label={texts.choices}
          hint={changed === undefined ? texts.choicesHint : `${texts.choicesHint} ${texts.choicesGone}`}
          rows={5}
          {...field("choices")}
        />
      ) : null}
    </Form>
  );
}

/** What was typed over, and nothing else: the rest may have been changed elsewhere since the form was opened. */
async function changesOf({ label, choices }: ReturnType<typeof inputOf>, opened: CustomField) {
  const body = label === opened.label ? {} : { label };
  const isSame = choices?.join("\n") === opened.choices.map(({ name }) => name).join("\n");
  if (choices === undefined || isSame) return body;
  const now = (await browserClient("GET /amplify/fields")).find(({ _id }) => _id === opened._id) ?? opened;
  return { ...body, choices: mergeChoices(choices, { opened: opened.choices, now: now.choices }) };
}

function inputOf({ label, kind, choices }: Values) {
  const names = choices
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return { label, kind, ...(kind === "choice" ? { choices: names } : {}) };
}
