import { isConnected } from "../../../../contract/sending/credentialTypes.ts";
import { readingTexts } from "../../../../contract/texts/workspace/reading.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { AllowReading } from "./AllowReading.tsx";
import { ReadingForm } from "./ReadingForm.tsx";
import type { ReadingProps } from "./readingProps.ts";

/** What is read in a mailbox and what is not, how it is signed in to, and how to turn it off. */
export function ReadingDialog(props: ReadingProps) {
  const texts = useTexts(readingTexts);
  const { credential, reading } = props;
  return (
    <div className="stack">
      <p>{texts.what}</p>
      <p>{texts.whatNot}</p>
      {reading.state === "off" ? <p className="muted">{texts.from}</p> : null}
      {isConnected(credential) ? <AllowReading {...props} /> : <ReadingForm {...props} />}
      {reading.state === "off" ? null : <TurnOff {...props} />}
    </div>
  );
}

function TurnOff({ credential, onDone }: ReadingProps) {
  const texts = useTexts(readingTexts);
  const { announce } = useWorkspace();
  const turning = useAction(async () => {
    await browserClient("DELETE /amplify/auth/credentials/{id}/reading", { params: { id: credential._id } });
    announce("sent", texts.turnedOff(credential.appEmail));
    onDone();
  });
  return (
    <div className="stack reading-off">
      {isConnected(credential) ? <p className="muted">{texts.takeBack}</p> : null}
      {turning.message === "" ? null : <Notice status="failed">{turning.message}</Notice>}
      <div>
        <Button variant="danger" aria-disabled={turning.running} onClick={() => turning.run()}>
          {turning.running ? texts.turningOff : texts.turnOff}
        </Button>
      </div>
    </div>
  );
}
