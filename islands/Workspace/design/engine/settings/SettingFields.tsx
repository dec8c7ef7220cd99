import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import type { Values } from "../../../../../mail/design/design.ts";
import { settingAt } from "../../../../../mail/design/settings.ts";
import { valueAt, withValueAt } from "../../../../../mail/design/valuePaths.ts";
import type { Font } from "../../../../../mail/values/fonts.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { SelectField } from "../../../../_parts/fields/SelectField.tsx";
import { TextAreaField } from "../../../../_parts/fields/TextAreaField.tsx";
import { textFor } from "../textFor.ts";
import { completing } from "../wholeLink.ts";
import { BorderField } from "./BorderField.tsx";
import { FontField } from "./FontField.tsx";
import { type ChangeValues, type FieldPlan, shownValue } from "./fields.ts";
import { MergeFieldInput } from "./MergeFieldInput.tsx";
import { ValueField } from "./ValueField.tsx";
import { htmlOfWords, wordsOf } from "./words.ts";

/** The fields of one part of the mail. `shown` includes the defaults; only what somebody changes is stored. */
export function SettingFields({
  of,
  fields,
  fonts = [],
  shown,
  onChange,
}: {
  /** The part's id. */
  of: string;
  /** The design's own fonts, besides the common ones. */
  fonts?: readonly Font[];
  fields: readonly FieldPlan[];
  shown: Values;
  onChange: ChangeValues;
}) {
  return fields.map((field, at) => (
    <SettingField
      // biome-ignore lint/suspicious/noArrayIndexKey: browsers read a whole page anew for every field that comes or goes, so a block's fields serve the next block.
      key={at}
      of={of}
      field={field}
      fonts={fonts}
      value={valueAt(shown, field.path)}
      onChange={(value) =>
        onChange((values) => field.put?.(values, value) ?? withValueAt(values, field.path, value), field.path)
      }
    />
  ));
}

function SettingField({
  of,
  field,
  fonts,
  value,
  onChange,
}: {
  of: string;
  field: FieldPlan;
  fonts: readonly Font[];
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const { path, kind, choices = [] } = field;
  const label = texts.labels[field.called];
  const hint = field.help && texts.hints[field.help];
  const stored = shownValue(value);
  // Formatted words are shown as HTML.
  const words = kind === "words" ? wordsOf(stored) : null;
  const text = words ?? stored;
  if (kind === "switch") return <SwitchField label={label} isOn={value === true} onChange={onChange} />;
  const place = `${of} ${path}`;
  if (kind === "border") return <BorderField of={place} label={label} value={value} onStore={onChange} />;
  if (kind === "font") return <FontField label={label} fonts={fonts} value={value} onStore={onChange} />;
  if (kind === "choice")
    return <ChoiceField label={label} value={text} choices={choices} onChange={onChange} />;
  if (kind === "long")
    return (
      <TextAreaField
        label={label}
        className="code"
        spellCheck={false}
        rows={10}
        hint={hint}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  if (kind === "words" || kind === "line")
    return (
      <MergeFieldInput
        label={label}
        autoComplete="off"
        hint={hint}
        value={text}
        onType={(typed) => onChange(words === null ? typed : htmlOfWords(typed))}
      />
    );
  const setting = settingAt(path);
  if (setting !== undefined)
    return (
      <ValueField
        of={place}
        label={label}
        hint={hint}
        stored={stored}
        kind={setting.kind}
        onStore={onChange}
      />
    );
  return (
    <Field
      label={label}
      hint={hint}
      autoComplete="off"
      value={text}
      onChange={({ target }) => onChange(target.value)}
      onBlur={kind === "link" ? completing(text, onChange) : undefined}
    />
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  choices: readonly string[];
  onChange: (choice: string | undefined) => void;
};

function ChoiceField({ label, value, choices, onChange }: ChoiceProps) {
  const texts = useTexts(editorSettingsTexts);
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value || undefined)}>
      {(choices.includes(value) ? choices : [value, ...choices]).map((choice) => (
        <option key={choice} value={choice}>
          {choice === "" ? texts.asTheMail : textFor(texts.choices, choice)}
        </option>
      ))}
    </SelectField>
  );
}

function SwitchField(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { label, isOn, onChange } = props;
  return (
    <label className="editor-switch">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
