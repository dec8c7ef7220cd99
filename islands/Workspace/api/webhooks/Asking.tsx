import type { Webhook } from "../../../../contract/schemas/webhooks.ts";
import { webhookTexts } from "../../../../contract/texts/workspace/webhooks.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";

type Asked = { webhook: Webhook; onDone: () => void };

/** Asks, then makes a new secret. */
export function AskRotation({ webhook, onDone, onSecret }: Asked & { onSecret: (secret: string) => void }) {
  const texts = useTexts(webhookTexts);
  return (
    <Ask
      question={texts.rotateAsk}
      word={texts.rotateNow}
      onDone={onDone}
      act={async () => {
        const params = { id: webhook._id };
        onSecret((await browserClient("POST /amplify/api/webhooks/{id}/rotate", { params })).secret);
      }}
    />
  );
}

/** Asks, then removes a webhook with its log. */
export function AskRemoval({ webhook, onDone }: Asked) {
  const texts = useTexts(webhookTexts);
  const { announce } = useWorkspace();
  return (
    <Ask
      question={texts.removeAsk}
      word={texts.remove}
      onDone={onDone}
      danger
      act={async () => {
        await browserClient("DELETE /amplify/api/webhooks/{id}", { params: { id: webhook._id } });
        announce("sent", texts.removed);
        onDone();
      }}
    />
  );
}

type Asking = {
  question: string;
  word: string;
  danger?: boolean;
  onDone: () => void;
  act: () => Promise<void>;
};

function Ask({ question, word, danger = false, onDone, act }: Asking) {
  const texts = useTexts(webhookTexts);
  const acting = useAction(act);
  return (
    <>
      <p>{question}</p>
      {acting.message === "" ? null : <Notice status="failed">{acting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button
          variant={danger ? "danger" : "primary"}
          aria-disabled={acting.running}
          onClick={() => void acting.run()}
        >
          {word}
        </Button>
      </div>
    </>
  );
}
