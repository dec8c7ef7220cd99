import { useEffect, useRef, useState } from "react";
import { otherFile } from "../../../../contract/imports/otherFile.ts";
import { importLimits } from "../../../../contract/limits/imports.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import type { Words } from "../../../../contract/sentences/sentence.ts";
import { type ImportTexts, importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { upload } from "../../../_data/upload.ts";
import { useAction } from "../../../_data/useAction.ts";
import { touchOnly, useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Button } from "../../../_parts/Button.tsx";
import { TextAreaField } from "../../../_parts/fields/TextAreaField.tsx";
import { ProgressBar } from "../../../_parts/ProgressBar.tsx";
import { isApple } from "../../shell/isApple.ts";
import { DropArea } from "./DropArea.tsx";

const mib = 1024 * 1024;

/** Takes a file, or rows as text, and has the server read them. What cannot be read is refused before it travels. */
export function ChooseRows({ onRead, onCancel }: { onRead: (job: ImportJob) => void; onCancel: () => void }) {
  const texts = useTexts(importTexts);
  const words = useWords();
  const isTouch = useMedia(touchOnly);
  const [fault, setFault] = useState("");
  const [pasted, setPasted] = useState("");
  const { reading, sent } = useReading(onRead);

  const choose = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    // Of several the others would be forgotten, perhaps the one with those who unsubscribed.
    const found = files.length > 1 ? texts.choose.several(files.length) : fileFault(file, { texts, words });
    setFault(found);
    if (found === "") reading.run(file);
  };
  const error = fault || reading.message;
  if (reading.running) return <Reading sent={sent} onCancel={onCancel} />;

  return (
    <>
      <DropArea
        types={importTypes}
        error={error === "" ? undefined : error}
        onFiles={choose}
        onPasted={(text) => choose([pastedFile(text, texts.pasted.file)])}
      />
      <TextAreaField
        label={texts.choose.paste}
        rows={4}
        spellCheck={false}
        placeholder={texts.choose.pasteExample}
        hint={texts.choose.pasteHint({ isApple: isApple(), isTouch })}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className="actions">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button
          variant="primary"
          disabled={pasted.trim() === ""}
          onClick={() => choose([pastedFile(pasted, texts.pasted.file)])}
        >
          {texts.choose.read}
        </Button>
      </div>
    </>
  );
}

type Sent = { bytes: number; of: number };

/** The way of a file to the server and its reading there. Leaving the dialog gives it up. */
function useReading(onRead: (job: ImportJob) => void) {
  const [sent, setSent] = useState<Sent>({ bytes: 0, of: 0 });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const reading = useAction(async (file: File) => {
    const giveUp = new AbortController();
    abort.current = giveUp;
    setSent({ bytes: 0, of: file.size });
    const onProgress = (bytes: number) => setSent({ bytes, of: file.size });
    const job = await uploadFile(file, { signal: giveUp.signal, onProgress });
    if (!giveUp.signal.aborted) onRead(job);
  });
  return { reading, sent };
}

function Reading({ sent, onCancel }: { sent: Sent; onCancel: () => void }) {
  const texts = useTexts(importTexts);
  const hasArrived = sent.bytes >= sent.of;
  return (
    <>
      {hasArrived ? (
        <ProgressBar label={texts.choose.reading} max={1} />
      ) : (
        <ProgressBar
          label={texts.choose.uploading({ sent: megabytes(sent.bytes), of: megabytes(sent.of) })}
          value={sent.bytes}
          max={sent.of}
        />
      )}
      <div className="actions">
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </>
  );
}

/** A small file is not told as nothing. */
function megabytes(bytes: number): string {
  const tenth = mib / 10;
  return (Math.ceil(bytes / tenth) / 10).toFixed(1);
}

/** The kinds of file that can be imported (specification, section 5). */
const importTypes = [".csv", ".xls", ".xlsx"] as const;

/** Why a file cannot be imported, seen before it travels; "" where nothing speaks against it. */
function fileFault(file: File, { texts, words }: { texts: ImportTexts; words: Words }): string {
  const type = importTypes.find((ending) => file.name.toLowerCase().endsWith(ending));
  const other = otherFile(file.name);
  if (other !== null) return words(reason(other), null);
  if (type === undefined) return texts.choose.wrongType(importTypes.join(", "));
  if (file.size === 0) return texts.choose.empty;
  const bytes = type === ".csv" ? importLimits.csvBytes : importLimits.workbookBytes;
  if (file.size <= bytes) return "";
  const advice = type === ".csv" ? texts.choose.inParts : texts.choose.asCsv;
  return texts.choose.tooLarge({ megabytes: bytes / 1024 / 1024, advice });
}

/** Brings a file to the server, which answers what it has read. */
async function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: number) => void },
): Promise<ImportJob> {
  const query = { name: file.name };
  const answer = await upload({ call: "POST /amplify/imports", query, body: file, signal, onProgress });
  return answer as ImportJob;
}

/** Rows pasted from a spreadsheet or a list, as a file with this name; the server detects whether they have headings. */
function pastedFile(text: string, name: string): File {
  return new File([text], name, { type: "text/csv" });
}
