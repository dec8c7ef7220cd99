import { keyTexts } from "../../../../contract/texts/workspace/keys.ts";
import { useCopy } from "../../../_data/useCopy.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** The one time that a key is shown. */
export function NewKey({ secret, onDone }: { secret: string; onDone: () => void }) {
  const texts = useTexts(keyTexts);
  const { word, copy } = useCopy(secret, texts.once);
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
        <Button onClick={copy}>{word}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.once.done}
        </Button>
      </div>
    </div>
  );
}
