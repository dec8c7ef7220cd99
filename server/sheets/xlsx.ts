import { sheetLimits } from "../../contract/limits/sheet.ts";
import type { NumberFormat } from "./dateText.ts";
import { type LinkedAddresses, linkedAddresses } from "./linked/linkedAddresses.ts";
import { isPlainFormat, loadNumberWriter, plainNumber } from "./numberText.ts";
import type { OpenWorkbook } from "./OpenWorkbook.ts";
import { sheetRefusals } from "./refusals.ts";
import { attributesOf } from "./XmlScanner.ts";
import { XlsxPackage } from "./xlsx/XlsxPackage.ts";
import { type XlsxBook, XlsxRows } from "./xlsx/XlsxRows.ts";
import { readSharedTexts } from "./xlsx/xlsxSharedTexts.ts";

/**
 * Opens an .xlsx workbook. SheetJS needs 40 s and gigabytes for some 2 kB workbooks and half a gigabyte for honest
 * ones of 100,000 rows; this reader keeps the texts, never the file unfolded. SheetJS still writes its formatted
 * numbers.
 */
export async function openXlsx(bytes: Uint8Array): Promise<OpenWorkbook> {
  const source = await XlsxPackage.open(bytes);
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
  const known = new Map<string, LinkedAddresses>();
  const linkedIn = async (path: string) => {
    // Opened anew, so that what is unfolded for this does not count for the sheet.
    const found = known.get(path) ?? (await linkedAddresses(await XlsxPackage.open(bytes), path));
    known.set(path, found);
    return found;
  };
  const worksheets = sheets.filter((sheet) => links.get(sheet.linkId)?.type === "worksheet");
  const visible = worksheets.filter((sheet) => !sheet.isHidden);
  const visibleFirst = [...visible, ...worksheets.filter((sheet) => sheet.isHidden)];
  return {
    sheets: visibleFirst.map((sheet) => sheet.name),
    visible: visible.length,
    async read(name, sink, how) {
      const target = links.get(visibleFirst.find((sheet) => sheet.name === name)?.linkId ?? "")?.target;
      if (target === undefined) return;
      const linked = how && { columns: how.linkedAddresses, addresses: await linkedIn(target) };
      const rows = new XlsxRows(book, sink, linked);
      await source.scan(target, rows, () => rows.isDone);
    },
  };
}

type SheetLink = { name: string; linkId: string; isHidden: boolean };
type Workbook = { sheets: SheetLink[]; countsFrom1904: boolean };

async function readWorkbook(source: XlsxPackage, path: string): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], countsFrom1904: false };
  const open = (name: string, tag: string) => {
    if (name === "workbookPr") {
      workbook.countsFrom1904 = /^(1|true|on)$/i.test(attributesOf(tag).get("date1904") ?? "");
    } else if (name === "sheet") {
      // Each is unfolded and read until one has text in it, and a million may name the same blank one.
      if (workbook.sheets.length === sheetLimits.sheetsMax) throw sheetRefusals.unfoldsTooLarge();
      const attributes = attributesOf(tag);
      const isHidden = /hidden/i.test(attributes.get("state") ?? "");
      const linkId = attributes.get("id") ?? "";
      workbook.sheets.push({ name: attributes.get("name") ?? linkId, linkId, isHidden });
    }
  };
  await source.scan(path, { open, close: () => {}, text: () => {} });
  return workbook;
}

async function numberWriter(formats: readonly NumberFormat[], countsFrom1904: boolean) {
  return formats.every(isPlainFormat) ? plainNumber : await loadNumberWriter({ countsFrom1904 });
}

/** The number format of each cell style, by the style's index (ECMA-376 part 1, sections 18.8.10 and 18.8.30). */
async function readNumberFormats(source: XlsxPackage, path: string): Promise<NumberFormat[]> {
  const own = new Map<number, string>();
  const formatIds: number[] = [];
  let isInCellStyles = false;
  const open = (name: string, tag: string) => {
    if (name === "cellXfs") isInCellStyles = true;
    else if (name === "numFmt" && own.size < sheetLimits.stylesMax) {
      const attributes = attributesOf(tag);
      own.set(Number(attributes.get("numFmtId")), attributes.get("formatCode") ?? "");
    } else if (name === "xf" && isInCellStyles && formatIds.length < sheetLimits.stylesMax) {
      formatIds.push(Number(attributesOf(tag).get("numFmtId") ?? 0));
    }
  };
  const close = (name: string) => {
    if (name === "cellXfs") isInCellStyles = false;
  };
  await source.scan(path, { open, close, text: () => {} });
  return formatIds.map((id) => own.get(id) ?? id);
}
