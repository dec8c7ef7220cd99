import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Asset, compress } from "./asset.ts";
import { filesBelow } from "./filesBelow.ts";

const folder = resolve(import.meta.dirname, "../../pages/emailAssets");

/** The icons that blocks of a mail show, under the names by which the exporters ask for them. */
export async function buildMailPictures(): Promise<Asset[]> {
  const files = filesBelow(folder, ".png");
  return Promise.all(
    files.map(async (file) => {
      const name = file.replaceAll("\\", "/");
      const bytes = await readFile(resolve(folder, file));
      const path = `/email-assets/${name}`;
      return compress({ path, type: "image/png", role: "mail", of: name, bytes, imports: [] }, "quick");
    }),
  );
}
