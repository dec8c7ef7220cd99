import { useState } from "react";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { DateField } from "../../../_parts/fields/DateField.tsx";
import { Notice } from "../../../_parts/Notice.tsx";

/** Sends the events of a period again: failed ones, and on request those that were delivered too. */
export function RedeliverSpan({ id, onSaid }: { id: string; onSaid: (message: string) => void }) {
  const texts = useTexts(webhookTexts);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [isAll, setIsAll] = useState(false);
  const sending = useAction(async () => {
    const body = {
      ...(from === "" ? {} : { from: Date.parse(from) }),
      ...(to === "" ? {} : { to: Date.parse(to) }),
      ...(isAll ? { state: "all" as const } : {}),
    };
    onSaid(
      (await browserClient("POST /amplify/api/webhooks/{id}/redeliver", { params: { id }, body })).message,
    );
  });
  return (
    <form
      className="webhook-span"
      onSubmit={(event) => {
        event.preventDefault();
        void sending.run();
      }}
    >
      <h3>{texts.redeliverSpan}</h3>
      <div className="webhook-filters">
        <DateField
          label={texts.from}
          type="datetime-local"
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
        <DateField
          label={texts.to}
          type="datetime-local"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </div>
      <label className="webhook-check">
        <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
        <span>{texts.deliveredToo}</span>
      </label>
      {sending.message === "" ? null : <Notice status="failed">{sending.message}</Notice>}
      <div className="actions">
        <Button type="submit" aria-disabled={sending.running}>
          {isAll ? texts.redeliverEvery : texts.redeliverGivenUp}
        </Button>
      </div>
    </form>
  );
}
