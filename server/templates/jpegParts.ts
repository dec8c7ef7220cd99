/** A marker of a JPEG with what belongs to it, from `start` up to `end`; `at` is the marker itself, behind fill bytes. */
type JpegPart = { marker: number; start: number; at: number; end: number };

const endOfImage = 0xd9;
const startOfScan = 0xda;
/** What cameras and programs note: Exif and XMP, and what newspapers add. Colours are in others, which stay. */
const notes = [0xe1, 0xed];

/** ITU T.81, annex B: segments follow each other, and behind the beginning of a scan its data. @throws {RangeError} where it ends too early. */
export function* jpegParts(view: DataView): Generator<JpegPart> {
  if (view.getUint16(0) !== 0xffd8) return;
  for (let start = 2; view.getUint8(start) === 0xff; ) {
    let at = start;
    // Markers may be preceded by any number of fill bytes.
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    if (marker === endOfImage) return yield { marker, start, at, end: at + 2 };
    const length = view.getUint16(at + 2);
    if (length < 2) return;
    const end = marker === startOfScan ? endOfScan(view, at + 2 + length) : at + 2 + length;
    yield { marker, start, at, end };
    start = end;
  }
}

/** In its data 0xff is followed by 0, or by the marker of a restart, which is part of it. */
function endOfScan(view: DataView, from: number): number {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = view.getUint8(at + 1);
    const isRestart = next >= 0xd0 && next <= 0xd7;
    if (next !== 0 && next !== 0xff && !isRestart) return at;
  }
  throw new RangeError("the data of a scan has no end");
}

/** How a viewer turns the picture, from 1, as it is, to 8; by 5 and above its sides change places. Null where a part says nothing of it. */
export function orientationIn(view: DataView, { marker, at, end }: JpegPart): number | null {
  // Exif 2.3, section 4.5.4: a TIFF file behind six bytes.
  if (marker !== 0xe1 || end - at < 18 || view.getUint32(at + 4) !== 0x45786966) return null;
  const tiff = new DataView(view.buffer, view.byteOffset + at + 10, end - at - 10);
  const isLittle = tiff.getUint16(0) === 0x4949;
  try {
    const directory = tiff.getUint32(4, isLittle);
    const count = tiff.getUint16(directory, isLittle);
    for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12)
      if (tiff.getUint16(entry, isLittle) === 0x0112) return tiff.getUint16(entry + 8, isLittle);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/**
 * A JPEG without what its camera noted, such as where it was taken, and without what stands behind its end, such as a
 * smaller one with the same notes: whoever gets a mail reads all of it. How it is to be turned stays. A file that ends too
 * early is left as it is from there on.
 */
export function withoutNotes(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces = [bytes.subarray(0, 2)];
  let rest = 2;
  try {
    for (const part of jpegParts(view)) {
      const { marker, start, end } = part;
      const turned = orientationIn(view, part) ?? 1;
      if (!notes.includes(marker)) pieces.push(bytes.subarray(start, end));
      else if (turned > 1 && turned <= 8) pieces.push(turnedNote(turned));
      rest = marker === endOfImage ? bytes.length : end;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  pieces.push(bytes.subarray(rest));
  return Buffer.concat(pieces);
}

/** Exif with one entry, a short (3): the orientation. */
function turnedNote(orientation: number): Uint8Array {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  return Uint8Array.from([0xff, 0xe1, 0, 2 + 6 + tiff.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff]);
}
