import { isPlainFormat, loadNumberWriter, type NumberFormat, plainNumber } from "./numberText.ts";
import { type FinishedTable, Table } from "./Table.ts";
import { XlsxPackage } from "./XlsxPackage.ts";
import { type XlsxBook, XlsxRows } from "./XlsxRows.ts";
import { attributesOf } from "./XmlScanner.ts";
import { readSharedTexts } from "./xlsxSharedTexts.ts";
import { readNumberFormats } from "./xlsxStyles.ts";

/**
 * Reads the first sheet with any text of an .xlsx workbook, hidden sheets last; null where no sheet has any.
 * SheetJS needs 40 s and gigabytes for some 2 kB workbooks and half a gigabyte for honest ones of 100,000 rows;
 * this reader keeps the texts and the rows, never the file unfolded. SheetJS still writes its formatted numbers.
 */
export async function readXlsx(bytes: Uint8Array): Promise<FinishedTable | null> {
  const source = new XlsxPackage(bytes);
  const path = await source.workbookPath();
  const { sheets, countsFrom1904 } = await readWorkbook(source, path);
  const links = await source.relationships(path);
  const pathOf = (type: string) => [...links.values()].find((link) => link.type === type)?.target ?? "";

  const formats = await readNumberFormats(source, pathOf("styles"));
  const book: XlsxBook = {
    formats,
    sharedTexts: await readSharedTexts(source, pathOf("sharedStrings")),
    writeNumber: await numberWriter(formats, countsFrom1904),
  };
  const visibleFirst = [
    ...sheets.filter((sheet) => !sheet.isHidden),
    ...sheets.filter((sheet) => sheet.isHidden),
  ];
  for (const sheet of visibleFirst) {
    const link = links.get(sheet.linkId);
    if (link?.type !== "worksheet") continue;
    const table = new Table();
    const rows = new XlsxRows(book, table);
    await source.scan(link.target, rows, () => rows.isDone);
    const finished = table.finish();
    if (finished) return finished;
  }
  return null;
}

type SheetLink = { linkId: string; isHidden: boolean };
type Workbook = { sheets: SheetLink[]; countsFrom1904: boolean };

async function readWorkbook(source: XlsxPackage, path: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], countsFrom1904: false };
  const open = (name: string, tag: string) => {
    if (name === "workbookPr") {
      workbook.countsFrom1904 = /^(1|true|on)$/i.test(attributesOf(tag).get("date1904") ?? "");
    } else if (name === "sheet") {
      const attributes = attributesOf(tag);
      const isHidden = /hidden/i.test(attributes.get("state") ?? "");
      workbook.sheets.push({ linkId: attributes.get("id") ?? "", isHidden });
    }
  };
  await source.scan(path, { open, close: () => {}, text: () => {} });
  return workbook;
}

async function numberWriter(formats: readonly NumberFormat[], countsFrom1904: boolean) {
  return formats.every(isPlainFormat) ? plainNumber : await loadNumberWriter({ countsFrom1904 });
}
