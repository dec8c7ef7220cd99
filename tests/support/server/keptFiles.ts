import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";

/** The files of imports with their sizes, whether they lie in the data folder or, for several machines, in the database. */
export async function keptFiles(of: {
  dataFolder: string;
  database: Pick<Database, "read" | "tables" | "shared">;
}): Promise<Record<string, number>> {
  const here = sizesBelow(join(of.dataFolder, "imports"));
  const { read, tables } = of.database;
  const stored = of.database.shared === null ? [] : await read.select().from(tables.storedFiles);
  return Object.fromEntries([...here, ...stored.map(({ id, bytes }) => [id, bytes])]);
}

/** Names and sizes of the files in a folder and those within it. */
export function sizesBelow(folder: string): [name: string, bytes: number][] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => [
      name,
      statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0,
    ]);
}
