import { useState } from "react";
import type { Image } from "../../../../contract/schemas/image.ts";
import type { Values } from "../../../_design/design.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { type ChangeValues, shownValue } from "./fields.ts";
import { ImageGallery } from "./ImageGallery.tsx";
import { UploadButton } from "./UploadButton.tsx";
import { UploadList } from "./UploadList.tsx";
import { useRememberedAlt } from "./useRememberedAlt.ts";
import { useUploads } from "./useUploads.ts";

/** Where the picture of an image block comes from: a file, or one that was uploaded earlier. */
export function ImageFields({ shown, onChange }: { shown: Values; onChange: ChangeValues }) {
  const [gallery, setGallery] = useState(false);
  const use = (image: Image) => {
    onChange((values) => withImage(values, image), "picture");
    setGallery(false);
  };
  const uploads = useUploads();
  const upload = async (files: readonly File[]) => {
    const [image] = await uploads.add(files);
    if (image !== undefined) use(image);
  };
  const url = shownValue((shown.src as Values | undefined)?.url);
  const alt = shownValue(shown.altText).trim();
  useRememberedAlt({ url, alt });
  return (
    <div className="editor-image">
      <UploadButton
        label="Upload a picture"
        primary={url === ""}
        disabled={uploads.running}
        onFiles={(files) => void upload(files)}
      />
      <Button onClick={() => setGallery(true)}>Earlier pictures</Button>
      <UploadList uploads={uploads} />
      {url !== "" && alt === "" ? (
        <Notice>Say below what the picture shows, for who cannot see it.</Notice>
      ) : null}
      <ImageGallery open={gallery} onClose={() => setGallery(false)} onChoose={use} />
    </div>
  );
}

/**
 * A block's values with this picture, as wide as it is or as the mail, and what was last said of it: the words of
 * the picture that stood there before would be wrong.
 */
export function withImage(values: Values, { url, width, height, alt }: Image): Values {
  const src = { url, width, height, autoWidth: true, maxWidth: "100%" };
  return alt === "" ? { ...values, src } : { ...values, src, altText: alt };
}
