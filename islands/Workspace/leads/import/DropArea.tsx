import { useRef } from "react";
import { importLimits } from "../../../../contract/limits/imports.ts";
import { mib } from "../../../../contract/limits/units.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useFieldIds } from "../../../_parts/fields/Field.tsx";
import { Icon } from "../../../_parts/Icon.tsx";
import { useDialogFiles } from "./useDialogFiles.ts";

/** Where a file is chosen; it may be dropped anywhere on the dialog, and cells copied from a sheet be pasted there. */
export function DropArea({
  types,
  error,
  onFile,
  onPasted,
}: {
  types: readonly string[];
  error: string | undefined;
  onFile: (file: File | undefined) => void;
  onPasted: (text: string) => void;
}) {
  const texts = useTexts(importTexts);
  const area = useRef<HTMLDivElement>(null);
  const isOver = useDialogFiles(area, { onFile, onPasted });
  const hint = texts.choose.fileHint({
    types: types.join(", "),
    csvMegabytes: importLimits.csvBytes / mib,
    workbookMegabytes: importLimits.workbookBytes / mib,
  });
  const { control, hintId, errorId } = useFieldIds({ hint, error });
  return (
    <div ref={area} className="drop-area" data-over={isOver}>
      <Icon size={24} path="M12 16V4m0 0 4.5 4.5M12 4 7.5 8.5M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4" />
      <p className="drop-title" aria-hidden="true">
        {texts.choose.drop}
      </p>
      {/* The field lies over the area, so that a press anywhere chooses and the ring of the focus goes around all of it. */}
      <label className="visually-hidden" htmlFor={control.id}>
        {texts.choose.file}
      </label>
      <input
        type="file"
        className="drop-input"
        accept={types.join(",")}
        {...control}
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <span className="button" data-variant="secondary" aria-hidden="true">
        {texts.choose.pick}
      </span>
      <p className="field-hint" id={hintId}>
        {hint}
      </p>
      {error === undefined ? null : (
        <p className="field-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
