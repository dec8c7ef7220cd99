import { expect, test } from "bun:test";
import { pictureFacts } from "../../../server/templates/pictureFacts.ts";
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
