import { useEffect, useRef, useState } from "react";
import { sentences } from "../../../../contract/errors.ts";
import { limits } from "../../../../contract/limits.ts";
import { useAction } from "../../../_data/useAction.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/Field.tsx";
import { Progress } from "../../../_parts/Progress.tsx";
import { importTypes, isImportFile, readFile, type Sheet } from "./readFile.ts";

/** Takes a file and has it read. A file of the wrong kind or size is refused before it travels. */
export function ChooseFile({ onRead, onCancel }: { onRead: (sheet: Sheet) => void; onCancel: () => void }) {
  const [fault, setFault] = useState("");
  const abort = useRef(new AbortController());
  useEffect(() => () => abort.current.abort(), []);

  const reading = useAction(async (file: File) => {
    const sheet = await readFile(file, abort.current.signal);
    if (sheet.rows.length === 0) setFault(sentences.noLeadsInFile);
    else onRead(sheet);
  });
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    const found = fileFault(file);
    setFault(found);
    if (found === "") reading.run(file);
  };
  const error = fault || reading.message;

  return (
    <>
      <Field
        label="File"
        type="file"
        accept={importTypes.join(",")}
        hint={`A ${importTypes.join(", ")} file of at most ${limits.sheet.fileBytes / 1024 / 1024} MB, with the headings in its first row.`}
        error={error === "" ? undefined : error}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      {reading.running ? <Progress label="Reading the file" max={1} /> : null}
      <div className="actions">
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </>
  );
}

function fileFault(file: File): string {
  if (!isImportFile(file.name)) return `Please choose a ${importTypes.join(", ")} file`;
  const mib = limits.sheet.fileBytes / 1024 / 1024;
  return file.size > limits.sheet.fileBytes ? `The file is larger than ${mib} MB` : "";
}
