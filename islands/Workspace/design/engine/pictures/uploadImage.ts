import { Refusal } from "../../../../../contract/errors.ts";
import { designLimits } from "../../../../../contract/limits/design.ts";
import type { Image } from "../../../../../contract/schemas/image.ts";
import type { EditorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { upload } from "../../../../_data/upload.ts";

/** What the browser offers to choose. The server checks the content. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const bounds = designLimits.images;

/**
 * Uploads a picture, after scaling it down if it is wider than any mail shows. `onProgress` is given the share that was
 * sent, from 0 to 1.
 * @throws {Refusal} with the server's sentence, or with ours if the server would certainly refuse the file.
 */
export async function uploadImage(
  file: File,
  texts: EditorTexts["pictures"],
  onProgress: (share: number) => void = () => {},
): Promise<Image> {
  const picture = await smaller(file);
  // A file that will be refused need not be sent first.
  if (picture.size > bounds.bytesMax)
    throw new Refusal("bad_request", texts.tooHeavy(bounds.bytesMax / 1024 / 1024));
  const body = new FormData();
  body.append("file", picture, file.name);
  const image = (await upload({
    call: "POST /amplify/images",
    body,
    signal: new AbortController().signal,
    onProgress: (sent) => onProgress(Math.min(1, sent / picture.size)),
  })) as Image;
  return { ...image, url: absolute(image.url) };
}

/** The pictures with the addresses that a mail uses. */
export function reachable(images: readonly Image[]): Image[] {
  return images.map((image) => ({ ...image, url: absolute(image.url) }));
}

/** Stores the description of a picture of ours for later mails; ignores pictures from elsewhere. */
export async function rememberAlt({ url, alt }: { url: string; alt: string }): Promise<void> {
  const path = pathOf(url);
  if (!path?.startsWith("/images/")) return;
  const known = (await browserClient("GET /amplify/images")).find((image) => pathOf(image.url) === path);
  if (known === undefined || known.alt === alt) return;
  await browserClient("PUT /amplify/images/{id}", { params: { id: known._id }, body: { alt } });
}

/** In a mail there are no relative addresses. If the server does not know its own address, the one of this page is used. */
function absolute(url: string): string {
  return new URL(url, window.location.origin).href;
}

function pathOf(url: string): string | null {
  return URL.canParse(url, window.location.origin) ? new URL(url, window.location.origin).pathname : null;
}

/**
 * Animated pictures would stop, and what cannot be read is for the server to refuse, so both are sent unchanged. A photo
 * with a camera's notes is drawn anew whatever its size: Outlook heeds none that turn it, and nobody is to read where it
 * was taken.
 */
async function smaller(file: File): Promise<Blob> {
  if (file.type === "image/gif" || !imageTypes.includes(file.type)) return file;
  const notes = await notesOf(file);
  if (notes.isAnimated) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const scale = Math.min(1, bounds.widthPixelsWanted / picture.width);
  if (scale === 1 && !notes.isFromCamera) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type));
  if (drawn === null) return file;
  return notes.isFromCamera || drawn.size < file.size ? drawn : file;
}

/** What the first bytes of a picture say beside its form: by RFC 9649, the PNG specification and Exif 2.3. */
async function notesOf(file: File): Promise<{ isAnimated: boolean; isFromCamera: boolean }> {
  const head = new TextDecoder("latin1").decode(await file.slice(0, bounds.headBytes).arrayBuffer());
  const isMovingWebp = /^RIFF.{4}WEBP/s.test(head) && head.includes("ANIM");
  const isMovingPng = head.startsWith("PNG", 1) && (head.split("IDAT")[0] ?? "").includes("acTL");
  const isFromCamera = file.type === "image/jpeg" && /Exif/.test(head);
  return { isAnimated: isMovingWebp || isMovingPng, isFromCamera };
}
