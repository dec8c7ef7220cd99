import type { Locator, Page } from "playwright-core";

type Size = { width: number; height: number };

/** Writes what the page shows, or a piece of that size from an element's corner on, as WebP. */
export async function writeWebp(page: Page, path: string, piece?: Size & { from: Locator }): Promise<void> {
  await page.mouse.move(0, 0);
  await piece?.from.evaluate((element) => element.scrollIntoView({ block: "start" }));
  const corner = piece === undefined ? null : await piece.from.boundingBox();
  const clip =
    piece === undefined || corner === null
      ? undefined
      : { ...corner, width: Math.min(corner.width, piece.width), height: piece.height };
  const png = await page.screenshot({ animations: "disabled", ...(clip === undefined ? {} : { clip }) });
  await Bun.write(path, await asWebp(page, png));
  report(path);
}

/** Writes the page's upper left corner as PNG, which everybody who shows a link or an icon can read. */
export async function writePng(page: Page, path: string, size: Size): Promise<void> {
  const clip = { x: 0, y: 0, ...size };
  await Bun.write(path, await page.screenshot({ clip, omitBackground: true, animations: "disabled" }));
  report(path);
}

/** The browser is the encoder: no tool beside it is needed. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", 0.82).split(",")[1] ?? "";
  }, png.toString("base64"));
  await blank.close();
  return Buffer.from(encoded, "base64");
}

function report(path: string): void {
  console.log(`${path.split("/").at(-1)}  ${(Bun.file(path).size / 1000).toFixed(1)} kB`);
}
