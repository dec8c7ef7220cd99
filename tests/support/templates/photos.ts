import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";

type Size = { width: number; height: number };

/** A photo as a camera has it that was held upright: it lies on its side, and its notes say so and where it was taken. */
export async function uprightPhoto(page: Page, size: Size): Promise<Buffer> {
  const jpeg = await drawn(page, { ...size, type: "image/jpeg" });
  // TIFF 6.0: one entry, the orientation (0x0112), a short (3) that says to turn it by a quarter to the right (6).
  const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0];
  const tiff = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0]);
  const notes = Buffer.concat([Buffer.from("Exif\0\0"), tiff, Buffer.from("48.137 N")]);
  const head = Buffer.from([0xff, 0xe1, 0, notes.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, notes, jpeg.subarray(2)]);
}

/** A WebP of one frame that says of itself that it moves. */
export async function movingWebp(page: Page, { width, height }: Size): Promise<Buffer> {
  const still = await drawn(page, { width, height, type: "image/webp" });
  const canvas = Buffer.concat([Buffer.from([2, 0, 0, 0]), of24(width - 1), of24(height - 1)]);
  // RFC 9649, section 2.7.1.1: where the frame stands, how large it is, how long it is shown, and itself.
  const frame = Buffer.concat([
    of24(0),
    of24(0),
    of24(width - 1),
    of24(height - 1),
    of24(100),
    Buffer.from([0]),
    // Without what goes before it, such as its colours.
    still.subarray(still.indexOf("VP8 ")),
  ]);
  const chunks = [chunk("VP8X", canvas), chunk("ANIM", Buffer.alloc(6)), chunk("ANMF", frame)];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP"), ...chunks]));
}

async function drawn(page: Page, wanted: Size & { type: string }): Promise<Buffer> {
  const address = await page.evaluate(({ width, height, type }) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d", { alpha: false })?.fillRect(0, 0, width / 2, height);
    return canvas.toDataURL(type);
  }, wanted);
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function of24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
