import { jpegParts, orientationIn } from "./jpegParts.ts";

export type PictureFacts = { extension: "png" | "jpg" | "gif" | "webp"; width: number; height: number };

/**
 * What a file is, by its own first bytes and never by its name: the four forms that mail programs show. Null for
 * anything else. SVG is none of them: it may carry scripts, and mail programs do not draw it. The package image-size
 * knows a dozen forms more, takes text for SVG, and gives up on a JPEG that has fill bytes.
 */
export function pictureFacts(bytes: Uint8Array): PictureFacts | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const facts = png(view) ?? gif(view) ?? webp(view) ?? jpeg(view);
    return facts !== null && facts.width > 0 && facts.height > 0 ? facts : null;
  } catch (error) {
    // The file ends before it has said how large it is.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** PNG specification, sections 5.2 and 11.2.1: IHDR is the first chunk. */
function png(view: DataView): PictureFacts | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  if (ascii(view, 12, 4) !== "IHDR") return null;
  return { extension: "png", width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView): PictureFacts | null {
  if (!/^GIF8[79]a$/.test(ascii(view, 0, 6))) return null;
  return { extension: "gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** RFC 9649, section 2: a RIFF file whose first chunk says which of three forms it has. */
function webp(view: DataView): PictureFacts | null {
  if (ascii(view, 0, 4) !== "RIFF" || ascii(view, 8, 4) !== "WEBP") return null;
  const size = (width: number, height: number): PictureFacts => ({ extension: "webp", width, height });
  const chunk = ascii(view, 12, 4);
  if (chunk === "VP8 ") return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (chunk !== "VP8X") return null;
  const of24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return size(of24(24) + 1, of24(27) + 1);
}

/** Where it is to be turned, its sides are those that are seen. */
function jpeg(view: DataView): PictureFacts | null {
  let orientation = 1;
  for (const part of jpegParts(view)) {
    orientation = orientationIn(view, part) ?? orientation;
    const { marker, at } = part;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (!isFrame) continue;
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    return orientation < 5
      ? { extension: "jpg", width, height }
      : { extension: "jpg", width: height, height: width };
  }
  return null;
}

function ascii(view: DataView, start: number, length: number): string {
  let text = "";
  for (let at = start; at < start + length; at += 1) text += String.fromCharCode(view.getUint8(at));
  return text;
}
