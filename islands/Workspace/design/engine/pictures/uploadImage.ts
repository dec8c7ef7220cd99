import { Refusal } from "../../../../../contract/errors.ts";
import { designLimits } from "../../../../../contract/limits/design.ts";
import type { Image } from "../../../../../contract/schemas/image.ts";
import type { EditorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { upload } from "../../../../_data/upload.ts";

/** What the browser offers to choose; the server judges by content. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const bounds = designLimits.images;

/**
 * Uploads a picture, made smaller first where it is wider than any mail shows. `onProgress` is told the share of it
 * that has left, 0 to 1.
 * @throws {Refusal} with the server's sentence, or ours where the file cannot be one that the server takes.
 */
export async function uploadImage(
  file: File,
  texts: EditorTexts["pictures"],
  onProgress: (share: number) => void = () => {},
): Promise<Image> {
  const picture = await smaller(file);
  // A file that is refused anyway need not travel first.
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

/** Pictures as a mail names them. */
export function reachable(images: readonly Image[]): Image[] {
  return images.map((image) => ({ ...image, url: absolute(image.url) }));
}

/** Keeps what a picture of ours shows, for the next mail that it stands in; what is not of ours is left alone. */
export async function rememberAlt({ url, alt }: { url: string; alt: string }): Promise<void> {
  const path = pathOf(url);
  if (!path?.startsWith("/images/")) return;
  const known = (await browserClient("GET /amplify/images")).find((image) => pathOf(image.url) === path);
  if (known === undefined || known.alt === alt) return;
  await browserClient("PUT /amplify/images/{id}", { params: { id: known._id }, body: { alt } });
}

/** A mail has no place of its own: where the server does not know its address, ours is how it was reached. */
function absolute(url: string): string {
  return new URL(url, window.location.origin).href;
}

function pathOf(url: string): string | null {
  return URL.canParse(url, window.location.origin) ? new URL(url, window.location.origin).pathname : null;
}

/** Moving pictures would stop, and what cannot be read is the server's to refuse; both go as they are. */
async function smaller(file: File): Promise<Blob> {
  if (file.type === "image/gif" || !imageTypes.includes(file.type)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null || picture.width <= bounds.widthPixelsWanted) return file;
  const canvas = document.createElement("canvas");
  canvas.width = bounds.widthPixelsWanted;
  canvas.height = Math.round((picture.height * bounds.widthPixelsWanted) / picture.width);
  const context = canvas.getContext("2d");
  if (context === null) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type));
  return drawn !== null && drawn.size < file.size ? drawn : file;
}
