import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";

export type Difference = { width: [number, number]; height: [number, number]; share: number };

/** A channel of a pixel may be this far off, of 255: the edges of letters are smoothed by where they fall. */
const channelTolerance = 32;

/**
 * How far two PNG pictures differ: their sizes, and the share of the pixels of the smaller area that are not the same.
 * The browser is the decoder, so `blank` is any page without a policy.
 */
export function pictureDifference(
  blank: Page,
  { one, other }: { one: Buffer; other: Buffer },
): Promise<Difference> {
  return blank.evaluate(
    async ({ pictures, tolerance }) => {
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
      const width = Math.min(a.width, b.width);
      const height = Math.min(a.height, b.height);
      let different = 0;
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1)
          for (let channel = 0; channel < 3; channel += 1) {
            const left = a.data[(y * a.width + x) * 4 + channel] ?? 0;
            const right = b.data[(y * b.width + x) * 4 + channel] ?? 0;
            if (Math.abs(left - right) <= tolerance) continue;
            different += 1;
            break;
          }
      return {
        width: [a.width, b.width] as [number, number],
        height: [a.height, b.height] as [number, number],
        share: different / Math.max(1, width * height),
      };
    },
    { pictures: [one, other].map((png) => png.toString("base64")), tolerance: channelTolerance },
  );
}

/** Keeps pictures that should have been the same for somebody to look at; answers where they lie. */
export async function keepPictures(name: string, pictures: Record<string, Buffer>): Promise<string> {
  const folder = join(tmpdir(), "amplify-pictures");
  mkdirSync(folder, { recursive: true });
  for (const [which, png] of Object.entries(pictures))
    await Bun.write(join(folder, `${name}-${which}.png`), png);
  return join(folder, `${name}-*.png`);
}
