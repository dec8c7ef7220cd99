import { browserClient } from "../../../_data/browserClient.ts";

export type SheetRow = Record<string, string>;
export type Sheet = { fileName: string; columns: string[]; rows: SheetRow[] };

/** The kinds of file that can be imported (specification, section 5). */
export const importTypes = [".csv", ".xls", ".xlsx"] as const;

/** Has the server read a file into rows. The columns are those of all rows, in the order they are met. */
export async function readFile(file: File, signal: AbortSignal): Promise<Sheet> {
  const body = new FormData();
  body.append("file", file);
  const { data } = await browserClient("POST /files/convert/excel-to-json", { body }, { signal });
  const columns = new Set<string>();
  for (const row of data) for (const column of Object.keys(row)) columns.add(column);
  return { fileName: file.name, columns: [...columns], rows: data };
}

export function isImportFile(name: string): boolean {
  return importTypes.some((type) => name.toLowerCase().endsWith(type));
}
