import { useState } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { valuesOf } from "../../../../../mail/design/design.ts";
import { sides } from "../../../../../mail/design/settings.ts";
import { withValueAt } from "../../../../../mail/design/valuePaths.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { shownValue } from "./fields.ts";
import { ValueField } from "./ValueField.tsx";

type Side = (typeof sides)[number];

/** The lines around a part: one for all four sides, or each with its own thickness and colour. */
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
  const said = (side: Side, what: "Width" | "Color") => shownValue(border[`border${side}${what}`]);
  const isSame = sides.every(
    (side) => said(side, "Width") === said("Top", "Width") && said(side, "Color") === said("Top", "Color"),
  );
  const isOpen = opened === of || !isSame;
  const set = (of: readonly Side[], what: "Width" | "Color", next: string | undefined) =>
    onStore(of.reduce((before, side) => withValueAt(before, `border${side}${what}`, next), border));
  const lines = (side: Side, meant: readonly Side[]) => (
    <div key={side} className="editor-line">
      {isOpen ? <p>{texts.sides[side]}</p> : null}
      <ValueField
        of={`${of} ${side} width`}
        label={texts.border.thickness}
        hint={undefined}
        kind="thickness"
        stored={said(side, "Width")}
        onStore={(next) => set(meant, "Width", next)}
      />
      <ValueField
        of={`${of} ${side} colour`}
        label={texts.border.colour}
        hint={undefined}
        kind="colour"
        stored={said(side, "Color")}
        onStore={(next) => set(meant, "Color", next)}
      />
    </div>
  );
  return (
    <fieldset className="editor-sides">
      <legend>{label}</legend>
      {isOpen ? sides.map((side) => lines(side, [side])) : lines("Top", sides)}
      <label className="editor-switch">
        <input
          type="checkbox"
          checked={!isOpen}
          onChange={({ target }) => {
            setOpened(target.checked ? "" : of);
            if (!target.checked || isSame) return;
            const width = said("Top", "Width") || undefined;
            const colour = said("Top", "Color") || undefined;
            onStore(
              sides.reduce(
                (before, side) =>
                  withValueAt(withValueAt(before, `border${side}Width`, width), `border${side}Color`, colour),
                border,
              ),
            );
          }}
        />
        {texts.allTheSame}
      </label>
    </fieldset>
  );
}
