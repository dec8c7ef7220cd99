import { useRef } from "react";
import { importLimits } from "../../../../contract/limits/imports.ts";
import { mib } from "../../../../contract/limits/units.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { touchOnly, useMedia } from "../../../_data/useMedia.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { FileDrop } from "../../../_parts/fields/FileDrop.tsx";
import { useDialogFiles } from "./useDialogFiles.ts";

/** Where a file is chosen; it may be dropped anywhere on the dialog, and cells copied from a sheet be pasted there. */
export function DropArea({
  types,
  error,
  onFiles,
  onPasted,
}: {
  types: readonly string[];
  error: string | undefined;
  onFiles: (files: readonly File[]) => void;
  onPasted: (text: string) => void;
}) {
  const texts = useTexts(importTexts);
  const isTouch = useMedia(touchOnly);
  const area = useRef<HTMLDivElement>(null);
  const isOver = useDialogFiles(area, { onFiles, onPasted });
  return (
    <div ref={area} className="drop-area" data-over={isOver}>
      <FileDrop
        label={texts.choose.file(isTouch)}
        accept={types.join(",")}
        hint={texts.choose.fileHint({
          types: types.join(", "),
          csvMegabytes: importLimits.csvBytes / mib,
          workbookMegabytes: importLimits.workbookBytes / mib,
        })}
        error={error}
        onFiles={onFiles}
      />
    </div>
  );
}
