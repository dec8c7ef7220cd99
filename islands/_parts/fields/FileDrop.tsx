import { type ReactNode, useState } from "react";
import { Icon } from "../Icon.tsx";
import { FieldNotes, useFieldIds } from "./Field.tsx";

/**
 * A place for files, which can be dropped on it or chosen by pressing it, also with Enter or Space. Inside it is the
 * browser's own file field, which covers all of it.
 */
export function FileDrop({
  label,
  words,
  hint,
  error,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
}: {
  label: string;
  /** Shown below the label, such as "or drop it here". */
  words?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Extensions and types, as the browser's field takes them. `onFiles` has to check what is dropped. */
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const ids = useFieldIds({ hint, error });
  const [over, setOver] = useState(false);
  return (
    <div className="field">
      <label
        className="file-drop"
        data-over={over}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
      >
        <Icon size={24} path="M12 16V5M7.500 9 12 4.500 16.500 9M4 15v4h16v-4" />
        {label}
        {words === undefined ? null : <span>{words}</span>}
        <input
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          {...ids.control}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            // So that the same file can be chosen again after it was corrected.
            event.target.value = "";
            if (files.length > 0) onFiles(files);
          }}
        />
      </label>
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}
