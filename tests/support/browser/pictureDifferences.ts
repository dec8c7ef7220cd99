import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";

export type Difference = { width: [number, number]; height: [number, number]; share: number };

/** A picture, and the parts of it that are compared, in whole pixels. */
export type Compared = { picture: Buffer; parts: readonly Part[] };
export type Part = { x: number; y: number; width: number; height: number };

/** A channel of a pixel may be this far off, of 255: the edges of letters are smoothed by where they fall. */
const channelTolerance = 32;

/** What the screen shows of an element, as a part of a picture of the whole screen. */
export async function partOf(element: Locator): Promise<Part> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("nothing is drawn");
  // A thousandth of a pixel is arithmetic.
  const [x, y] = [Math.floor(box.x + 1e-3), Math.floor(box.y + 1e-3)];
  const [right, bottom] = [Math.ceil(box.x + box.width - 1e-3), Math.ceil(box.y + box.height - 1e-3)];
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * How far each part of a PNG picture differs from the same one of another: their sizes, and the share of the pixels of the
 * smaller area that are not the same. The browser is the decoder, so `blank` is any page without a policy.
 */
export function pictureDifferences(
  blank: Page,
  { one, other }: { one: Compared; other: Compared },
): Promise<Difference[]> {
  return blank.evaluate(
    async ({ pictures, parts, tolerance }) => {
      const pixels = async (source: string) => {
        const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        if (context === null) throw new Error("this browser draws nothing");
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height);
      };
      const [a, b] = await Promise.all(pictures.map(pixels));
      if (a === undefined || b === undefined) throw new Error("two pictures are compared");
      return parts[0].map((here, at) => {
        const there = parts[1][at];
        if (there === undefined) throw new Error("each part is compared with one");
        const width = Math.min(here.width, there.width);
        const height = Math.min(here.height, there.height);
        let different = 0;
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1)
            for (let channel = 0; channel < 3; channel += 1) {
              const left = a.data[((here.y + y) * a.width + here.x + x) * 4 + channel] ?? 0;
              const right = b.data[((there.y + y) * b.width + there.x + x) * 4 + channel] ?? 0;
              if (Math.abs(left - right) <= tolerance) continue;
              different += 1;
              break;
            }
        return {
          width: [here.width, there.width] as [number, number],
          height: [here.height, there.height] as [number, number],
          share: different / Math.max(1, width * height),
        };
      });
    },
    {
      pictures: [one, other].map(({ picture }) => picture.toString("base64")),
      parts: [one.parts, other.parts] as const,
      tolerance: channelTolerance,
    },
  );
}

/** Keeps pictures that should have been the same for somebody to look at; answers where they lie. */
export async function keepPictures(
  name: string,
  pictures: Record<string, Buffer | undefined>,
): Promise<string> {
  const folder = join(tmpdir(), "amplify-pictures");
  mkdirSync(folder, { recursive: true });
  for (const [which, png] of Object.entries(pictures))
    if (png !== undefined) await Bun.write(join(folder, `${name}-${which}.png`), png);
  return join(folder, `${name}-*.png`);
}
