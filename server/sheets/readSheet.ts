import { findSeparator, readCsv } from "./csv.ts";
import { decodeText } from "./decodeText.ts";
import { fileKind, isMarkup } from "./fileKind.ts";
import { sheetRefusals } from "./refusals.ts";
import { type FinishedTable, Table } from "./Table.ts";
import { readXls } from "./xls.ts";
import { readXlsx } from "./xlsx.ts";

/**
 * Reads a sheet by what the file holds, not by its name: a workbook named .csv is still read as a workbook.
 * Throws a Refusal where it is no sheet, has no text at all, or would not fit.
 */
export async function readSheet(bytes: Uint8Array): Promise<FinishedTable> {
  const table = await readByKind(bytes);
  if (!table) throw sheetRefusals.empty();
  return table;
}

async function readByKind(bytes: Uint8Array): Promise<FinishedTable | null> {
  switch (fileKind(bytes)) {
    case "zip":
      return readXlsx(bytes);
    case "compound":
      return readXls(bytes);
    case "text":
      return readTextFile(bytes);
    case "document":
      throw sheetRefusals.webPage();
    case "binary":
      throw sheetRefusals.notASheet();
  }
}

function readTextFile(bytes: Uint8Array): FinishedTable | null {
  const text = decodeText(bytes);
  if (isMarkup(text)) throw sheetRefusals.webPage();
  if (text.includes("\0")) throw sheetRefusals.notASheet();
  const { separator, body } = findSeparator(text);
  const table = new Table();
  readCsv(body, { separator, sink: table });
  return table.finish();
}
