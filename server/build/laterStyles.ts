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
 * when they are needed. Those of one name are one sheet, in the order of their numbers, as each is a request: what is shown together
 * has one name.
 */
export async function laterStyles(folder?: string): Promise<LaterStyle[]> {
  const parts = join(folder ?? islandsFolder, "_parts");
  const shared = existsSync(parts) ? [{ path: parts }] : [];
  const files = [...shared, ...islandFolders(folder)]
    .flatMap(({ path }) => filesBelow(path, ending).map((file) => join(path, file)))
    .sort((a, b) => basename(a).localeCompare(basename(b), "en"));
  const byName = Map.groupBy(files, (file) => basename(file, ending).replace(/^\d+-/, ""));
  return Promise.all(
    [...byName].map(async ([name, sheets]) => {
      const css = await Promise.all(sheets.map((file) => readFile(file, "utf8")));
      const bytes = new TextEncoder().encode(minified(css.join("\n")));
      return { name, path: hashedPath(`${name}.css`, bytes), bytes };
    }),
  );
}

/** The module with their addresses, for a bundle of the islands. */
export async function laterStylesModule(folder?: string): Promise<Record<string, string>> {
  const paths = (await laterStyles(folder)).map(({ name, path }) => [name, path]);
  return { [pathModule]: `export const laterStyles = ${JSON.stringify(Object.fromEntries(paths))};\n` };
}
