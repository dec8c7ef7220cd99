import { useState } from "react";
import type { TestInput } from "../../../../../contract/schemas/campaign.ts";
import { sendsFrom } from "../../../../../contract/sending/sendsFrom.ts";
import { reviewTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { queries } from "../../../../_data/queries.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { useComposing } from "../draft/useDraft.ts";

/** Sends the mail that is looked at to oneself or to an account's address, with the values of the lead that it is looked at for. */
export function TestSend({
  html,
  subject,
  preview,
  leadId,
}: {
  html: string;
  subject: string;
  preview: string;
  leadId: string | undefined;
}) {
  const texts = useTexts(reviewTexts);
  const { draft } = useComposing();
  const credentials = useLoad(queries.credentials());
  const [said, setSaid] = useState("");
  // One's own address, or an account's.
  const [to, setTo] = useState("");
  const sender =
    credentials.value?.find(({ _id }) => _id === draft.plan.accounts[0]) ?? credentials.value?.[0];
  const testing = useAction(async () => {
    setSaid("");
    const body: TestInput = {
      html,
      ...(subject.trim() === "" ? {} : { subject }),
      ...(preview.trim() === "" ? {} : { preview }),
      ...(sender === undefined ? {} : sendsFrom(sender)),
      ...(leadId === undefined ? {} : { leadId }),
      ...(to === "" ? {} : { to }),
    };
    setSaid((await browserClient("POST /email/send/test", { body })).message);
  });
  return (
    <div className="test-send">
      <Button
        disabled={sender === undefined}
        // Not disabled while it goes: whoever has pressed it would lose the focus with it.
        aria-disabled={testing.running}
        onClick={() => testing.run()}
      >
        {testing.running ? texts.testing : texts.test}
      </Button>
      <LineSelect
        label={texts.testTo}
        value={to}
        options={[
          { value: "", text: texts.toMe },
          ...(credentials.value ?? []).map(({ _id, appEmail }) => ({
            value: _id,
            text: texts.toAddress(appEmail),
          })),
        ]}
        onChange={setTo}
      />
      <p role="status" data-failed={testing.message !== ""}>
        {sender === undefined ? texts.testNeedsAccount : testing.message || said}
      </p>
    </div>
  );
}
