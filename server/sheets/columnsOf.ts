import { isBlank } from "../../contract/controlCharacters.ts";
import type { SheetColumn } from "./messages.ts";

/**
 * The columns of a sheet with their names: white space trimmed, a name met before (in any case) gets " (2)",
 * and a column that has cells but no usable name is called "Column N". A column with neither is left out.
 */
export function columnsOf(sheet: { header: readonly string[]; hasText: readonly boolean[] }): SheetColumn[] {
  const columns: SheetColumn[] = [];
  const taken = new Map<string, number>();
  const width = Math.max(sheet.header.length, sheet.hasText.length);
  for (let index = 0; index < width; index += 1) {
    const heading = sheet.header[index] ?? "";
    const given = isBlank(heading) ? "" : heading.replace(/\s+/g, " ").trim();
    if (given === "" && !sheet.hasText[index]) continue;
    const name = untaken(given === "" || isReserved(given) ? `Column ${index + 1}` : given, taken);
    taken.set(name.toLowerCase(), 1);
    columns.push({ index, name });
  }
  return columns;
}

// Rows become plain objects here and in every client: a name such as __proto__ or toString would shadow or reach
// what every object inherits. The column keeps its cells under a harmless name.
function isReserved(name: string): boolean {
  return name in Object.prototype || name === "prototype";
}

/** `taken` has for each name, in lower case, its copies so far. */
function untaken(name: string, taken: Map<string, number>): string {
  const key = name.toLowerCase();
  const copies = taken.get(key);
  if (copies === undefined) return name;
  for (let copy = copies + 1; ; copy += 1) {
    const candidate = `${name} (${copy})`;
    taken.set(key, copy);
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
