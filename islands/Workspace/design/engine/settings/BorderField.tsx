import { useState } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { valuesOf } from "../../../../../mail/design/design.ts";
import { sides } from "../../../../../mail/design/settings.ts";
import { withValueAt } from "../../../../../mail/design/valuePaths.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { shownValue } from "./fields.ts";
import { ValueField } from "./ValueField.tsx";

type Side = (typeof sides)[number];
const [first] = sides;
const widthOf = (side: Side) => `border${side}Width`;
const colourOf = (side: Side) => `border${side}Color`;

/** The borders of a part: the same on all four sides, or each with its own width and colour. */
export function BorderField({
  of,
  label,
  value,
  onStore,
}: {
  of: string;
  label: string;
  value: unknown;
  onStore: (border: unknown) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const [opened, setOpened] = useState("");
  const border = valuesOf(value);
  const said = (key: string) => shownValue(border[key]);
  const isSame = sides.every(
    (side) => said(widthOf(side)) === said(widthOf(first)) && said(colourOf(side)) === said(colourOf(first)),
  );
  const isOpen = opened === of || !isSame;
  const set = (keys: readonly string[], next: string | undefined) =>
    onStore(keys.reduce((before, key) => withValueAt(before, key, next), border));
  /** Sets the others to the same as the top one. */
  const setAll = () => {
    const alike = sides.flatMap((side) => [
      [widthOf(side), said(widthOf(first))] as const,
      [colourOf(side), said(colourOf(first))] as const,
    ]);
    onStore(alike.reduce((before, [key, next]) => withValueAt(before, key, next || undefined), border));
  };
  const lines = (side: Side, meant: readonly Side[]) => (
    <div key={side} className="editor-line">
      {isOpen ? <p>{texts.sides[side]}</p> : null}
      <ValueField
        of={of + widthOf(side)}
        label={texts.border.thickness}
        hint={undefined}
        kind="thickness"
        stored={said(widthOf(side))}
        onStore={(next) => set(meant.map(widthOf), next)}
      />
      <ValueField
        of={of + colourOf(side)}
        label={texts.border.colour}
        hint={undefined}
        kind="colour"
        stored={said(colourOf(side))}
        onStore={(next) => set(meant.map(colourOf), next)}
      />
    </div>
  );
  return (
    <fieldset className="editor-sides">
      <legend>{label}</legend>
      {isOpen ? sides.map((side) => lines(side, [side])) : lines(first, sides)}
      <label className="editor-switch">
        <input
          type="checkbox"
          checked={!isOpen}
          onChange={({ target }) => {
            setOpened(target.checked ? "" : of);
            if (target.checked && !isSame) setAll();
          }}
        />
        {texts.allTheSame}
      </label>
    </fieldset>
  );
}
