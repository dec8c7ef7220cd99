import { useState } from "react";
import { editorSettingsTexts } from "../../../../../contract/texts/workspace/design/editorSettings.ts";
import { sides } from "../../../../../mail/design/settings.ts";
import type { MeasureKind } from "../../../../../mail/values/cssValues.ts";
import { type FourSides, fourSides, joinedSides } from "../../../../../mail/values/measures.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { MeasureField } from "./MeasureField.tsx";

/** A measure for all sides at once, or for each side. Several values typed in one field are those of the sides. */
export function SidesField({
  of,
  label,
  hint,
  kind,
  stored,
  onStore,
}: {
  of: string;
  label: string;
  hint: string | undefined;
  kind: MeasureKind;
  stored: string;
  onStore: (value: string | undefined) => void;
}) {
  const texts = useTexts(editorSettingsTexts);
  const [opened, setOpened] = useState("");
  // Typing several values shows the fields of the sides only once the typing has ended.
  const [isTyping, setTyping] = useState(false);
  const each = stored === "" ? null : fourSides(kind, stored);
  const isSame = each === null || new Set(each).size === 1;
  const isOpen = opened === of || !(isSame || isTyping);
  const shown: FourSides = each ?? ["", "", "", ""];
  const store = (at: number, value: string | undefined) => {
    const next = shown.map((side, n) => (n === at ? (value ?? "0px") : side || "0px")) as FourSides;
    onStore(joinedSides(next));
  };
  return (
    <fieldset className="editor-sides">
      {isOpen ? <legend>{label}</legend> : null}
      {isOpen ? (
        <div className="editor-four">
          {sides.map((side, at) => (
            <MeasureField
              key={side}
              of={`${of} ${side}`}
              label={texts.sides[side]}
              kind={kind}
              stored={shown[at] ?? ""}
              onStore={(value) => store(at, value)}
            />
          ))}
        </div>
      ) : (
        <MeasureField
          of={of}
          label={label}
          hint={hint}
          kind={kind}
          onStore={onStore}
          stored={isSame && each !== null ? each[0] : stored}
          onTyping={setTyping}
        />
      )}
      <label className="editor-switch">
        <input
          type="checkbox"
          checked={!isOpen}
          onChange={({ target }) => {
            setOpened(target.checked ? "" : of);
            if (target.checked && !isSame) onStore(shown[0]);
          }}
        />
        {texts.allTheSame}
      </label>
    </fieldset>
  );
}
