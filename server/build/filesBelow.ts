import { readdirSync } from "node:fs";

/** The files below a folder whose names end so, by their paths from there, in the order of these. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((file) => file.endsWith(ending))
    .sort();
}
