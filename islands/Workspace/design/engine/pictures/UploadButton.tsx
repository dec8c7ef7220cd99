import { imageTypes } from "./uploadImage.ts";

/** Chooses pictures from the person's own files. */
export function UploadButton({
  label,
  several = false,
  busy,
  onFiles,
}: {
  label: string;
  several?: boolean;
  /** Earlier ones are on their way: nothing is chosen meanwhile. */
  busy: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label className="button editor-upload">
      {label}
      <input
        type="file"
        accept={imageTypes.join(",")}
        multiple={several}
        aria-disabled={busy}
        // A file field that is disabled would lose the focus of whoever has just chosen.
        onClick={busy ? (event) => event.preventDefault() : undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again after a refusal.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
