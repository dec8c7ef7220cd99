import { useState } from "react";
import { keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** The one time that a key is shown. */
export function NewKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  const texts = useTexts(keyTexts);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Only there on https and localhost; elsewhere the text can still be selected.
    await navigator.clipboard?.writeText(secret);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <div className="stack">
      <Notice status="waiting">{texts.once.text}</Notice>
      <Field
        label={texts.once.label}
        value={secret}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div className="actions">
        <Button onClick={copy}>{copied ? texts.once.copied : texts.once.copy}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.once.done}
        </Button>
      </div>
    </div>
  );
}
