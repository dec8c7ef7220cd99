import { type RefObject, useEffect, useRef, useState } from "react";
import { designLimits } from "../../../../../contract/limits/design.ts";
import type { Image } from "../../../../../contract/schemas/image.ts";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Values } from "../../../../../mail/design/design.ts";
import { valueAt, withValueAt } from "../../../../../mail/design/valuePaths.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { type ChangeValues, shownValue } from "../settings/fields.ts";
import { ImageGallery } from "./ImageGallery.tsx";
import { UploadButton } from "./UploadButton.tsx";
import { UploadList } from "./UploadList.tsx";
import { rememberAlt } from "./uploadImage.ts";
import { useUploads } from "./useUploads.ts";

/** The preview of a video and the background of a row have only an address. */
type PicturePath = "src.url" | "video.thumbnail" | "backgroundImage.url";

/** The source of a picture: a file, or one that was uploaded earlier. */
export function ImageFields({
  shown,
  path,
  onChange,
}: {
  shown: Values;
  path: PicturePath;
  onChange: ChangeValues;
}) {
  const texts = useTexts(editorTexts);
  const [gallery, setGallery] = useState(false);
  const isImage = path === "src.url";
  const use = (image: Image) => {
    onChange(
      (values) => (isImage ? withImage(values, image) : withValueAt(values, path, image.url)),
      "picture",
    );
    setGallery(false);
  };
  const uploads = useUploads();
  const upload = async (files: readonly File[]) => {
    const [image] = await uploads.add(files);
    if (image !== undefined) use(image);
  };
  const url = shownValue(valueAt(shown, path));
  const alt = isImage ? shownValue(shown.altText).trim() : "";
  useRememberedAlt({ url, alt });
  return (
    <div className="editor-image">
      <UploadButton
        label={texts.pictures.upload}
        busy={uploads.running}
        onFiles={(files) => void upload(files)}
      />
      <Button onClick={() => setGallery(true)}>{texts.pictures.earlier}</Button>
      <UploadList uploads={uploads} />
      {isImage && url !== "" && alt === "" ? <Notice>{texts.pictures.sayWhat}</Notice> : null}
      <ImageGallery open={gallery} onClose={() => setGallery(false)} onChoose={use} />
    </div>
  );
}

/**
 * A block's values with this picture in its own width or at most the mail's, and with its last description: that of a
 * former picture would be wrong. What was said before there was any is meant for this one.
 */
export function withImage(values: Values, { url, width, height, alt }: Image): Values {
  const src = { url, width, height, autoWidth: true, maxWidth: "100%" };
  const former = shownValue(valueAt(values, "src.url"));
  const isSaid = alt !== "" || (former !== "" && former !== url);
  return isSaid ? { ...values, src, altText: alt } : { ...values, src };
}

/**
 * Stores a picture's description for later mails, once nobody has typed for a moment or another block is selected. If that
 * fails, nothing is shown: the mail itself has the description.
 */
function useRememberedAlt({ url, alt }: { url: string; alt: string }): void {
  const pending = useRef<{ url: string; alt: string } | null>(null);
  const seen = useRef({ url, alt });
  useEffect(() => {
    const before = seen.current;
    seen.current = { url, alt };
    // Another picture has its own description. Only typing changes it for the same one.
    if (before.url !== url || before.alt === alt || alt === "") return;
    pending.current = { url, alt };
    const timer = setTimeout(() => flush(pending), designLimits.autosaveMs);
    return () => clearTimeout(timer);
  }, [url, alt]);
  useEffect(() => () => flush(pending), []);
}

function flush(pending: RefObject<{ url: string; alt: string } | null>): void {
  const said = pending.current;
  pending.current = null;
  if (said !== null) rememberAlt(said).catch(() => {});
}
