import { type DragEvent, type RefObject, useState } from "react";
import type { Image } from "../../../../../contract/schemas/image.ts";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Spot } from "../../../../../mail/design/edit.ts";
import { sentenceOf } from "../../../../_data/browserClient.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { blockLanding } from "../canvas/landing.ts";
import { uploadImage } from "./uploadImage.ts";

/** Where a file was dropped: on a block, or between blocks. */
export type ImageTarget = { blockId: string | null; spot: Spot | null };

/** Lets pictures be dropped from the desktop onto the mail, and announces the result. */
export function useImageDrop(
  editor: RefObject<HTMLElement | null>,
  { put, say }: { put: (image: Image, target: ImageTarget) => void; say: (what: string) => void },
) {
  const texts = useTexts(editorTexts);
  const [fault, setFault] = useState("");
  const handlers = {
    onDragOver(event: DragEvent) {
      // Without this the browser would navigate to the file.
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    async onDrop(event: DragEvent) {
      const files = [...event.dataTransfer.files];
      // A drop on the canvas arrives twice: from within its shadow root, and from the host element.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      const target = targetAt(editor.current?.querySelector(".editor-canvas")?.shadowRoot, event);
      setFault("");
      say(files.length === 1 ? texts.pictures.uploadingOne : texts.pictures.uploadingSeveral(files.length));
      // In reverse order, because each is inserted before the previous one, at the same place.
      for (const [index, file] of [...files.entries()].reverse()) {
        try {
          put(await uploadImage(file, texts.pictures), index === 0 ? target : { ...target, blockId: null });
        } catch (error) {
          setFault(`${file.name}: ${sentenceOf(error)}`);
        }
      }
    },
  };
  return { fault, handlers };
}

function targetAt(
  canvas: ShadowRoot | null | undefined,
  { clientX, clientY }: { clientX: number; clientY: number },
): ImageTarget {
  if (!canvas) return { blockId: null, spot: null };
  const block = canvas.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(".block");
  const landing = blockLanding(canvas, { clientX, clientY })?.landing;
  return { blockId: block?.dataset.id ?? null, spot: landing?.kind === "block" ? landing.spot : null };
}
