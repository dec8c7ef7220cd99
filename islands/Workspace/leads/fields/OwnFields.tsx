import type { FieldPath } from "react-hook-form";
import type { FieldValue, FieldValues } from "../../../../contract/leads/customFields.ts";
import { definitionOf } from "../../../../contract/leads/definitionOf.ts";
import { fieldText } from "../../../../contract/leads/fieldText.ts";
import { readFieldValue } from "../../../../contract/leads/readFieldValue.ts";
import type { CustomField, GivenFields } from "../../../../contract/schemas/leadFields.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import { customFieldTexts } from "../../../../contract/texts/workspace/customFields.ts";
import type { ServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { DateField } from "../../../_parts/fields/DateField.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";

/** The part of a form that a lead's own fields stand in: each as somebody types it. */
export type OwnValues = { own: Record<string, string> };

/** What stands in the form before anybody types. */
export function ownDefaults(
  fields: readonly CustomField[],
  values: FieldValues | undefined,
): Record<string, string> {
  return Object.fromEntries(fields.map(({ key, kind }) => [key, typed(kind, values?.[key])]));
}

/** The same that is read again: a date as its field has it, and not as a mail says it. */
function typed(kind: CustomField["kind"], value: FieldValue | undefined): string {
  return value === undefined ? "" : kind === "date" ? String(value) : fieldText(kind, value);
}

/** What is wrong with what was typed, where it stands. */
export function ownFaults(fields: readonly CustomField[], own: Record<string, string>, words: Words) {
  return fields.flatMap((field) => {
    const read = readFieldValue(definitionOf(field), own[field.key]);
    return read.ok ? [] : [{ field: `own.${field.key}` as const, message: words(read.reason, "") }];
  });
}

/** What is sent: a field that was emptied is taken away. */
export function ownGiven(fields: readonly CustomField[], own: Record<string, string>): GivenFields {
  return Object.fromEntries(fields.map(({ key }) => [key, own[key]?.trim() || null]));
}

/** A control for each field of the workspace's own, of its kind. */
export function OwnFields<Values extends OwnValues>({
  fields,
  field,
}: {
  fields: readonly CustomField[];
  field: ServerForm<Values>["field"];
}) {
  return fields.map((one) => (
    <OwnField key={one._id} of={one} {...field(`own.${one.key}` as FieldPath<Values>)} />
  ));
}

function OwnField({
  of: { label, kind, choices },
  ...control
}: { of: CustomField } & ReturnType<ServerForm<OwnValues>["field"]>) {
  const texts = useTexts(customFieldTexts);
  if (kind === "text") return <Field label={label} autoComplete="off" {...control} />;
  if (kind === "number") return <Field label={label} inputMode="decimal" autoComplete="off" {...control} />;
  if (kind === "date") return <DateField label={label} {...control} />;
  const options =
    kind === "yesNo"
      ? [
          { value: "yes", name: texts.yes },
          { value: "no", name: texts.no },
        ]
      : choices.map(({ name }) => ({ value: name, name }));
  return (
    <SelectField label={label} {...control}>
      <option value="">{texts.none}</option>
      {options.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
