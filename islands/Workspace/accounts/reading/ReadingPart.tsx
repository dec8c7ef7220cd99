import { useState } from "react";
import type { Credential } from "../../../../contract/schemas/credential.ts";
import { readingTexts } from "../../../../contract/texts/workspace/reading.ts";
import { queries } from "../../../_data/queries.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { ReadingDialog } from "./ReadingDialog.tsx";
import { readingSentence } from "./readingSentence.ts";

/** On an account's card: whether answers to it are read, and the way to change that. */
export default function ReadingPart({ credential }: { credential: Credential }) {
  const texts = useTexts(readingTexts);
  const words = useWords();
  const { value: readings } = useLoad(queries.readings());
  const [isOpen, setOpen] = useState(false);
  const reading = readings?.find(({ credentialId }) => credentialId === credential._id);
  if (readings === undefined) return <div className="account-reading" />;
  if (reading === undefined || reading.needs === "none") return null;
  const close = () => setOpen(false);
  const isOff = reading.state === "off";
  const who = credential.sender;
  return (
    <div className="account-reading">
      <p className={reading.state === "stopped" ? "field-error" : "muted"}>
        {readingSentence(reading, words, texts)}
      </p>
      <Button aria-label={isOff ? texts.readWho(who) : texts.changeWho(who)} onClick={() => setOpen(true)}>
        {isOff ? texts.read : texts.change}
      </Button>
      <Dialog open={isOpen} title={isOpen ? texts.title(credential.appEmail) : ""} onClose={close}>
        {isOpen ? <ReadingDialog credential={credential} reading={reading} onDone={close} /> : null}
      </Dialog>
    </div>
  );
}
