import { limits } from "../../../../contract/limits.ts";
import type { Image } from "../../../../contract/schemas/image.ts";
import { browserClient } from "../../../_data/browserClient.ts";

/** What the browser offers to choose; the server judges by content. */
export const imageTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Uploads a picture, made smaller first where it is wider than any mail shows.
 * @throws {Refusal} with the server's sentence.
 */
export async function uploadImage(file: File): Promise<Image> {
  const body = new FormData();
  body.append("file", await smaller(file), file.name);
  const image = await browserClient("POST /amplify/images", { body });
  return { ...image, url: absolute(image.url) };
}

export async function uploadedImages(): Promise<Image[]> {
  const images = await browserClient("GET /amplify/images");
  return images.map((image) => ({ ...image, url: absolute(image.url) }));
}

/** A mail has no place of its own: where the server does not know its address, ours is how it was reached. */
function absolute(url: string): string {
  return new URL(url, window.location.origin).href;
}

const wanted = limits.design.images.widthPixelsWanted;

/** Moving pictures would stop, and what cannot be read is the server's to refuse; both go as they are. */
async function smaller(file: File): Promise<Blob> {
  if (file.type === "image/gif" || !imageTypes.includes(file.type)) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null || picture.width <= wanted) return file;
  const canvas = document.createElement("canvas");
  canvas.width = wanted;
  canvas.height = Math.round((picture.height * wanted) / picture.width);
  const context = canvas.getContext("2d");
  if (context === null) return file;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, file.type));
  return drawn !== null && drawn.size < file.size ? drawn : file;
}
