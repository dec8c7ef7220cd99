import { imageTypes } from "./uploadImage.ts";

/** Chooses pictures from the person's own files. */
export function UploadButton({
  label,
  several = false,
  primary = false,
  disabled,
  onFiles,
}: {
  label: string;
  several?: boolean;
  primary?: boolean;
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <label className="button editor-upload" data-variant={primary ? "primary" : undefined}>
      {label}
      <input
        type="file"
        accept={imageTypes.join(",")}
        multiple={several}
        disabled={disabled}
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
