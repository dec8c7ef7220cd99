import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { ProgressBar } from "../../../../_parts/ProgressBar.tsx";
import type { Uploads } from "./useUploads.ts";

/** The progress of each file, and why some were refused. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const texts = useTexts(editorTexts);
  const refused = uploads.list.filter(({ fault }) => fault !== "");
  return (
    <>
      {uploads.list
        .filter(({ fault }) => fault === "")
        .map(({ key, name, share }) => (
          // Everything was sent and the server is processing it, so the remaining time is unknown.
          <ProgressBar
            key={key}
            label={texts.pictures.uploading(name)}
            max={1}
            value={share < 1 ? share : undefined}
          />
        ))}
      {refused.length === 0 ? null : (
        <Notice status="failed">
          <ul className="upload-faults">
            {refused.map(({ key, name, fault }) => (
              <li key={key}>
                {name}: {fault}
              </li>
            ))}
          </ul>
          <Button variant="quiet" onClick={uploads.dismiss}>
            {texts.pictures.dismiss}
          </Button>
        </Notice>
      )}
    </>
  );
}
