import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The islands of this project, as they lie in the source. */
export const islandsFolder: string = resolve(import.meta.dirname, "../../islands");

/** Finds the islands: every folder with a capital letter, in alphabetical order. `_runtime` and `_parts` are not. */
export function islandFolders(folder: string = islandsFolder): { name: string; path: string }[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[A-Z]/.test(entry.name))
    .map((entry) => ({ name: entry.name, path: join(folder, entry.name) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
