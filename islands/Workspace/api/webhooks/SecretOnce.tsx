import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { useCopy } from "../../../_data/useCopy.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** Shows a webhook's secret, which is not shown again later. */
export function SecretOnce({ secret, onDone }: { secret: string; onDone: () => void }) {
  const texts = useTexts(webhookTexts);
  const { word, copy } = useCopy(secret, texts);
  return (
    <>
      <Notice status="waiting">{texts.secretOnce}</Notice>
      <Field
        label={texts.secret}
        className="webhook-secret"
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className="actions">
        <Button onClick={() => void copy()}>{word}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </div>
    </>
  );
}
