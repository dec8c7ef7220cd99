import type { Image } from "../../../../contract/schemas/image.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { uploadedImages } from "./uploadImage.ts";

type Props = { open: boolean; onClose: () => void; onChoose: (image: Image) => void };

/** Every picture that was uploaded, to be used again or deleted. */
export function ImageGallery({ open, onClose, onChoose }: Props) {
  return (
    <Dialog open={open} title="Earlier pictures" size="wide" onClose={onClose}>
      <Pictures onChoose={onChoose} />
    </Dialog>
  );
}

function Pictures({ onChoose }: Pick<Props, "onChoose">) {
  const images = useLoad("images", uploadedImages);
  const remove = useAction(async (id: string) => {
    await browserClient("DELETE /amplify/images/{id}", { params: { id } });
    images.reload();
  });
  const failure = images.message || remove.message;
  return (
    <>
      <p>Anybody who has a mail with a picture can see it. A deleted one is gone from sent mails too.</p>
      {failure === "" ? null : <Notice status="failed">{failure}</Notice>}
      {images.value?.length === 0 ? <p>No picture was uploaded yet.</p> : null}
      <ul className="editor-gallery" aria-label="Earlier pictures">
        {images.value?.map((image) => (
          <li key={image._id}>
            <img src={image.url} alt="" loading="lazy" />
            <p>{`${image.name}, ${image.width} × ${image.height}`}</p>
            <Button aria-label={`Use ${image.name}`} onClick={() => onChoose(image)}>
              Use
            </Button>
            <Button
              variant="quiet"
              aria-label={`Delete ${image.name}`}
              disabled={remove.running}
              onClick={() => void remove.run(image._id)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
