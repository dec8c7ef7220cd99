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
  /** Earlier files are still being uploaded, and no more can be chosen meanwhile. */
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
        // A disabled file field would lose the focus of whoever has just chosen a file.
        onClick={busy ? (event) => event.preventDefault() : undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // So that the same file can be chosen again after a refusal.
          event.target.value = "";
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
