import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Asset, compress, hashedPath } from "./asset.ts";

const folder = resolve(import.meta.dirname, "../../pages/pictures");

const types: Readonly<Record<string, string>> = { webp: "image/webp", png: "image/png" };

/** The pictures that pages show, by their file's name; `bun run pictures` takes them anew. */
export async function buildPictures(): Promise<Asset[]> {
  const pictures = readdirSync(folder).flatMap((name) => {
    const [of = "", extension = ""] = name.split(".");
    const type = types[extension];
    return type === undefined ? [] : [{ name, of, type }];
  });
  return Promise.all(
    pictures.map(async ({ name, of, type }) => {
      const bytes = await readFile(join(folder, name));
      return compress(
        { path: hashedPath(name, bytes), type, role: "picture", of, bytes, imports: [] },
        "quick",
      );
    }),
  );
}
