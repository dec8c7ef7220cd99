import { type DragEvent, useState } from "react";
import { designLimits } from "../../../../../contract/limits/design.ts";
import type { Image, ImageUse } from "../../../../../contract/schemas/image.ts";
import { type EditorTexts, editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { queries } from "../../../../_data/queries.ts";
import { useDeletion } from "../../../../_data/useDeletion.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Dialog } from "../../../../_parts/Dialog.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { PlanEnd } from "../../../../_parts/PlanEnd.tsx";
import { UndoBar } from "../../../../_parts/UndoBar.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { UploadButton } from "./UploadButton.tsx";
import { UploadList } from "./UploadList.tsx";
import { reachable } from "./uploadImage.ts";
import { useUploads } from "./useUploads.ts";

type Props = { open: boolean; onClose: () => void; onChoose: (image: Image) => void };

/** All uploaded pictures, to be used again or deleted. Several more can be dropped on it at once. */
export function ImageGallery({ open, onClose, onChoose }: Props) {
  const texts = useTexts(editorTexts);
  return (
    <Dialog open={open} title={texts.pictures.earlier} size="wide" onClose={onClose}>
      <Pictures onChoose={onChoose} />
    </Dialog>
  );
}

function Pictures({ onChoose }: Pick<Props, "onChoose">) {
  const texts = useTexts(editorTexts);
  const images = useLoad({ ...queries.images(), select: reachable });
  const room = useLoad(queries.imageRoom());
  const plan = useLoad(queries.plan());
  const uploads = useUploads();
  const deletion = useDeletion({
    remove: (id) => browserClient("DELETE /amplify/images/{id}", { params: { id } }),
    restore: (id) => browserClient("POST /amplify/images/{id}/restore", { params: { id } }),
  });
  const [over, setOver] = useState(false);
  const { last } = deletion;
  return (
    <section
      className="editor-pictures"
      aria-label={texts.pictures.title}
      data-over={over}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(false);
        void uploads.add(event.dataTransfer.files);
      }}
    >
      <div className="editor-pictures-head">
        <p>
          {texts.pictures.anybodySees}
          {room.value === undefined ? null : (
            <span className="editor-pictures-room">{roomText(room.value, texts)}</span>
          )}
        </p>
        <UploadButton
          several
          label={texts.pictures.uploadSeveral}
          busy={uploads.running}
          onFiles={(files) => void uploads.add(files)}
        />
      </div>
      {room.value === undefined || !isNearlyFull(room.value) || plan.value?.leadsMax === null ? null : (
        <PlanEnd>{texts.pictures.planEnds(room.value.bytesMax / megabyte)}</PlanEnd>
      )}
      <UploadList uploads={uploads} />
      <UndoBar
        label={texts.pictures.deletedPicture}
        deletion={last === null ? null : { key: last.id, said: texts.pictures.deleted(last.name) }}
        undo={deletion.undo}
        onDismiss={deletion.dismiss}
      />
      {deletion.remove.message === "" ? null : <Notice status="failed">{deletion.remove.message}</Notice>}
      <WhenLoaded what={texts.pictures.title} loaded={images} rows={4}>
        {(pictures) =>
          pictures.length === 0 ? (
            <p className="editor-pictures-none">{texts.pictures.none}</p>
          ) : (
            <ul className="editor-gallery" aria-label={texts.pictures.earlier}>
              {pictures.map((image) => (
                <li key={image._id}>
                  <PictureTile image={image} onChoose={onChoose} onDelete={deletion.remove.run} />
                </li>
              ))}
            </ul>
          )
        }
      </WhenLoaded>
    </section>
  );
}

/** "12 of 100 MB". A small amount is never rounded to nothing. */
function roomText({ count, countMax, bytes, bytesMax }: ImageUse, texts: EditorTexts): string {
  const megabytes = bytes / megabyte;
  const taken =
    bytes === 0 ? "0" : megabytes < 10 ? Math.max(0.1, megabytes).toFixed(1) : `${Math.ceil(megabytes)}`;
  return texts.pictures.room({ taken, megabytes: bytesMax / megabyte, count, max: countMax });
}

/** Whether one more picture of the maximum size would not fit. */
function isNearlyFull({ bytes, bytesMax }: ImageUse): boolean {
  return bytes + designLimits.images.bytesMax > bytesMax;
}

const megabyte = 1024 * 1024;

function PictureTile({
  image,
  onChoose,
  onDelete,
}: {
  image: Image;
  onChoose: (image: Image) => void;
  onDelete: (what: { id: string; name: string }) => void;
}) {
  const texts = useTexts(editorTexts);
  const { _id: id, name, alt, url, width, height } = image;
  return (
    <>
      <button
        type="button"
        className="editor-picture"
        aria-label={texts.pictures.use(name)}
        onClick={() => onChoose(image)}
      >
        <img src={url} alt={alt} loading="lazy" />
      </button>
      <p title={alt === "" ? name : alt}>{alt === "" ? name : alt}</p>
      <div className="editor-picture-actions">
        <span className="muted">{`${width} × ${height}`}</span>
        <Button
          variant="quiet"
          aria-label={texts.pictures.deleteNamed(name)}
          onClick={() => onDelete({ id, name })}
        >
          {texts.pictures.delete}
        </Button>
      </div>
    </>
  );
}
