import { expect, test } from "bun:test";
import { withoutNotes } from "../../../server/templates/jpegParts.ts";
import { pictureFacts } from "../../../server/templates/pictureFacts.ts";
import { isWholePicture } from "../../../server/templates/wholePicture.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1"))));

test("a picture says itself what it is and how large", () => {
  expect(pictureFacts(tinyPng)).toEqual({ extension: "png", width: 1, height: 1 });
  expect(pictureFacts(bytes("GIF89a", [44, 1, 200, 0]))).toEqual({
    extension: "gif",
    width: 300,
    height: 200,
  });
  const app0 = [0xff, 0xe0, 0, 4, 0, 0];
  const frame = [0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44];
  expect(pictureFacts(bytes([0xff, 0xd8], app0, frame))).toEqual({
    extension: "jpg",
    width: 300,
    height: 200,
  });
  const riff = bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0], [43, 1, 0, 199, 0, 0]);
  expect(pictureFacts(riff)).toEqual({ extension: "webp", width: 300, height: 200 });
  const lossless = bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [9, 0, 0, 0, 0x2f], [0x2b, 0xc1, 0x31, 0]);
  expect(pictureFacts(lossless)).toEqual({ extension: "webp", width: 300, height: 200 });
});

test("a picture that ends too early, or is of no size, is none", () => {
  for (let length = 0; length < 24; length += 1) expect(pictureFacts(tinyPng.slice(0, length))).toBeNull();
  expect(pictureFacts(bytes("GIF89a", [0, 0, 0, 0]))).toBeNull();
  expect(pictureFacts(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0]))).toBeNull();
  expect(pictureFacts(bytes("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"))).toBeNull();
});

/** A JPEG as a camera writes it: upright by its notes, which say where it was taken, and with a smaller one behind its end. */
function photo(orientation: number): Uint8Array {
  const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0];
  const exif = bytes("Exif\0\0II", [42, 0, 8, 0, 0, 0, 1, 0], entry, [0, 0, 0, 0], "48.137 N");
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 200, 1, 44, ...Array.from({ length: 10 }, () => 0)];
  return bytes(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 7, 7],
    [0xff, 0xe1, 0, exif.length + 2],
    [...exif],
    [0xff, 0xed, 0, 8],
    "Munich",
    frame,
    [0xff, 0xda, 0, 3, 0],
    [1, 0xff, 0, 2, 0xff, 0xd0, 3],
    [0xff, 0xc4, 0, 4, 0xff, 0xd9],
    [0xff, 0xda, 0, 2],
    [4],
    [0xff, 0xd9],
    "smaller: 48.137 N",
  );
}

test("a photo keeps how it is turned, and nothing of where it was taken", () => {
  for (const orientation of [1, 3, 6]) {
    const taken = photo(orientation);
    const size = orientation < 5 ? { width: 300, height: 200 } : { width: 200, height: 300 };
    expect(pictureFacts(taken)).toEqual({ extension: "jpg", ...size });
    const kept = withoutNotes(taken);
    expect(pictureFacts(kept)).toEqual({ extension: "jpg", ...size });
    const text = Buffer.from(kept).toString("latin1");
    for (const told of ["48.137 N", "Munich", "smaller"]) expect(text).not.toContain(told);
    expect(text.includes("Exif")).toBe(orientation > 1);
    // All that is drawn is there: both scans, with what is part of their data.
    expect(text).toEndWith(
      Buffer.from(taken).toString("latin1").split("Munich")[1]?.split("smaller")[0] ?? "-",
    );
    expect(text.slice(0, 8)).toBe("\xff\xd8\xff\xe0\0\x04\x07\x07");
    expect(withoutNotes(kept)).toEqual(kept);
  }
});

test("a photo that ends too early is left as it is from there on", () => {
  const taken = Buffer.from(photo(6));
  const drawnFrom = taken.indexOf("Munich") + "Munich".length;
  for (let length = 2; length < taken.length - "smaller: 48.137 N".length; length += 1) {
    const cut = Buffer.from(withoutNotes(taken.subarray(0, length)));
    const drawn = taken.subarray(drawnFrom, length);
    expect(cut.subarray(cut.length - drawn.length)).toEqual(drawn);
    expect(cut.includes("48.137 N")).toBe(false);
  }
});

test("a picture is whole where its file goes on to its end, whatever stands behind that", () => {
  // Two colours, what a program says of it, when it is shown, and one pixel.
  const gif = bytes(
    "GIF89a",
    [1, 0, 1, 0, 0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    [0x21, 0xfe, 2],
    "hi",
    [0],
    [0x21, 0xf9, 4, 1, 0, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
  );
  const webp = bytes("RIFF", [26, 0, 0, 0], "WEBPVP8L", [13, 0, 0, 0, 0x2f], [0, 0, 0, 0], "12345678", [0]);
  const whole = { png: tinyPng, gif, webp, jpg: photo(6).slice(0, -"smaller: 48.137 N".length) };
  for (const extension of ["png", "gif", "webp", "jpg"] as const) {
    const picture = whole[extension];
    expect({ extension, whole: isWholePicture(picture, extension) }).toEqual({ extension, whole: true });
    const more = new Uint8Array([...picture, ...(extension === "gif" ? [0x3b] : []), 1, 2, 3]);
    expect({ extension, more: isWholePicture(more, extension) }).toEqual({ extension, more: true });
    const cut = picture.slice(0, picture.length - 1);
    expect({ extension, cut: isWholePicture(cut, extension) }).toEqual({ extension, cut: false });
    expect(isWholePicture(picture.slice(0, picture.length - 8), extension)).toBe(false);
  }
});
