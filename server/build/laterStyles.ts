import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { hashedPath } from "./asset.ts";
import { filesBelow } from "./filesBelow.ts";
import { islandFolders, islandsFolder } from "./islandFolders.ts";
import { minified } from "./minified.ts";

/** The module that tells the islands where those sheets lie; the build writes it. */
const pathModule = resolve(import.meta.dirname, "../../islands/_runtime/laterStyles.ts");
const ending = ".later.css";

export const isLater = (file: string): boolean => file.endsWith(ending);

type LaterStyle = { name: string; path: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * The stylesheets of what an island or a shared part shows later, `NN-name.later.css`: no page links them, `withStyles("name", …)` does
 * when they are needed. Throws where two have one name.
 */
export async function laterStyles(folder?: string): Promise<LaterStyle[]> {
  const parts = join(folder ?? islandsFolder, "_parts");
  const shared = existsSync(parts) ? [{ path: parts }] : [];
  const files = [...shared, ...islandFolders(folder)].flatMap(({ path }) =>
    filesBelow(path, ending).map((file) => join(path, file)),
  );
  const names = files.map((file) => basename(file, ending).replace(/^\d+-/, ""));
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two later stylesheets are called "${twice}"`);
  return Promise.all(
    files.map(async (file, at) => {
      const name = names[at] ?? "";
      const bytes = new TextEncoder().encode(minified(await readFile(file, "utf8")));
      return { name, path: hashedPath(`${name}.css`, bytes), bytes };
    }),
  );
}

/** The module with their addresses, for a bundle of the islands. */
export async function laterStylesModule(folder?: string): Promise<Record<string, string>> {
  const paths = (await laterStyles(folder)).map(({ name, path }) => [name, path]);
  return { [pathModule]: `export const laterStyles = ${JSON.stringify(Object.fromEntries(paths))};\n` };
}
