import { useState } from "react";
import type { Image } from "../../../../contract/schemas/image.ts";
import { useAction } from "../../../_data/useAction.ts";
import type { Values } from "../../../_design/design.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { Progress } from "../../../_parts/Progress.tsx";
import { type ChangeValues, shownValue } from "./fields.ts";
import { ImageGallery } from "./ImageGallery.tsx";
import { imageTypes, uploadImage } from "./uploadImage.ts";

/** Where the picture of an image block comes from: a file, or one that was uploaded earlier. */
export function ImageFields({ shown, onChange }: { shown: Values; onChange: ChangeValues }) {
  const [gallery, setGallery] = useState(false);
  const use = (image: Image) => {
    onChange((values) => withImage(values, image), "picture");
    setGallery(false);
  };
  const upload = useAction(async (file: File) => use(await uploadImage(file)));
  const hasPicture = shownValue((shown.src as Values | undefined)?.url) !== "";
  return (
    <div className="editor-image">
      <label className="button" data-variant={hasPicture ? undefined : "primary"}>
        Upload a picture
        <input
          type="file"
          className="visually-hidden"
          accept={imageTypes.join(",")}
          disabled={upload.running}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file may be chosen again after a refusal.
            event.target.value = "";
            if (file !== undefined) void upload.run(file);
          }}
        />
      </label>
      <Button onClick={() => setGallery(true)}>Earlier pictures</Button>
      {upload.running ? <Progress label="Uploading the picture" max={1} /> : null}
      {upload.message === "" ? null : <Notice status="failed">{upload.message}</Notice>}
      {hasPicture && shownValue(shown.altText).trim() === "" ? (
        <Notice>Say below what the picture shows, for who cannot see it.</Notice>
      ) : null}
      <ImageGallery open={gallery} onClose={() => setGallery(false)} onChoose={use} />
    </div>
  );
}

/** A block's values with this picture, as wide as it is or as the mail. */
export function withImage(values: Values, { url, width, height }: Image): Values {
  return { ...values, src: { url, width, height, autoWidth: true, maxWidth: "100%" } };
}
