import { findSeparator, readCsv } from "./csv.ts";
import { decodeText } from "./encodings/decodeText.ts";
import { fileKind, isMarkup } from "./fileKind.ts";
import type { OpenWorkbook } from "./OpenWorkbook.ts";
import { sheetRefusals } from "./refusals.ts";
import { type FinishedTable, Table } from "./Table.ts";
import { openXls } from "./xls.ts";

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
    case "zip": {
      // What unfolds zips brings streams with it: a thread for a CSV file begins sooner without.
      const { openXlsx } = await import("./xlsx.ts");
      return firstWithText(await openXlsx(bytes));
    }
    case "compound":
      return firstWithText(await openXls(bytes));
    case "text":
      return readTextFile(bytes);
    case "document":
      throw sheetRefusals.webPage();
    case "binary":
      throw sheetRefusals.notASheet();
  }
}

/** The first sheet with any text, hidden sheets last. */
async function firstWithText(workbook: OpenWorkbook): Promise<FinishedTable | null> {
  for (const sheet of workbook.sheets) {
    const table = new Table();
    await workbook.read(sheet, table);
    const finished = table.finish();
    if (finished) return finished;
  }
  return null;
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
