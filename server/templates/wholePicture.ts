import { jpegParts } from "./jpegParts.ts";
import type { PictureFacts } from "./pictureFacts.ts";

/** Whether a file has all of its picture: one that broke off on its way says how large it is, and is drawn in part or not at all. */
export function isWholePicture(bytes: Uint8Array, extension: PictureFacts["extension"]): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return ends[extension](view) <= bytes.length;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Where the picture in a file ends, or ought to. @throws {RangeError} where the file ends before it can say so. */
const ends: Record<PictureFacts["extension"], (view: DataView) => number> = {
  png: endOfPng,
  gif: endOfGif,
  // RFC 9649, section 2.4: the size of all that follows it.
  webp: (view) => view.getUint32(4, true) + 8,
  jpg(view) {
    let last = 0;
    for (const { end } of jpegParts(view)) last = end;
    return last;
  },
};

/** PNG specification, section 5.3: chunks of a length, a name, as many bytes and a checksum, the last of them IEND. */
function endOfPng(view: DataView): number {
  for (let at = 8; ; ) {
    const end = at + 12 + view.getUint32(at);
    if (view.getUint32(at + 4) === 0x49454e44) return end;
    at = end;
  }
}

/** GIF89a, sections 18 to 27. Many programs forget the byte at the very end. */
function endOfGif(view: DataView): number {
  let at = 13 + sizeOfColours(view.getUint8(10));
  while (at < view.byteLength) {
    const kind = view.getUint8(at);
    if (kind === 0x3b) return at + 1;
    if (kind !== 0x21 && kind !== 0x2c) return at;
    at += kind === 0x2c ? 11 + sizeOfColours(view.getUint8(at + 9)) : 2;
    // Blocks of up to 255 bytes, each behind its length, until one of none.
    for (let length = -1; length !== 0; at += 1 + length) length = view.getUint8(at);
  }
  return at;
}

function sizeOfColours(packed: number): number {
  return packed < 0x80 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}
