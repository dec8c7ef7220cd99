import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { hasSides, readValue, type ValueKind } from "../../../../../mail/values/cssValues.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Field } from "../../../../_parts/fields/Field.tsx";
import { hexOf } from "../../checks/colours.ts";
import { MeasureField } from "./MeasureField.tsx";
import { SidesField } from "./SidesField.tsx";
import { useValueDraft } from "./useValueDraft.ts";

type Props = {
  /** The id of the part that the value belongs to: the same field serves one part after the other. */
  of: string;
  label: string;
  hint: string | undefined;
  stored: string;
  onStore: (value: string | undefined) => void;
};

/** A field for a colour, or for a measure by number and unit, for each side if it has sides. */
export function ValueField({ kind, ...props }: Props & { kind: ValueKind }) {
  if (kind === "colour") return <ColourField {...props} />;
  if (kind === "font") return <TextField {...props} />;
  return hasSides(kind) ? <SidesField kind={kind} {...props} /> : <MeasureField kind={kind} {...props} />;
}

function TextField({ of, label, hint, stored, onStore }: Props) {
  const draft = useValueDraft({ of, stored, read: (typed) => readValue("font", typed), onStore });
  return <Typed label={label} hint={hint} draft={draft} />;
}

function ColourField({ of, label, hint, stored, onStore }: Props) {
  const texts = useTexts(editorSettingsTexts);
  const draft = useValueDraft({ of, stored, read: (typed) => readValue("colour", typed), onStore });
  return (
    <div className="editor-color">
      <Typed label={label} hint={hint} draft={draft} />
      <input
        type="color"
        aria-label={texts.chooseColour(label)}
        value={hexOf(stored) ?? "#ffffff"}
        onChange={({ target }) => onStore(target.value)}
      />
    </div>
  );
}

function Typed({
  label,
  hint,
  draft,
}: {
  label: string;
  hint: string | undefined;
  draft: ReturnType<typeof useValueDraft>;
}) {
  return (
    <Field
      label={label}
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      error={draft.error}
      value={draft.text}
      onChange={({ target }) => draft.type(target.value)}
      onBlur={draft.leave}
      onKeyDown={({ key }) => key === "Enter" && draft.leave()}
    />
  );
}
