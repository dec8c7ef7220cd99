import type { CellObject, WorkBook, WorkSheet } from "xlsx";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { openCompoundFile } from "./compoundFile.ts";
import type { CellSink } from "./csv.ts";
import { mailtoAddress, withAddress } from "./linked/mailtoAddress.ts";
import { loadNumberWriter, type NumberWriter } from "./numberText.ts";
import type { LinkedColumns, OpenWorkbook } from "./OpenWorkbook.ts";
import { sheetRefusals } from "./refusals.ts";

/** The first byte of the record that every workbook stream begins with (MS-XLS section 2.4.21). */
const beginOfFile = 0x09;

/**
 * Opens an .xls workbook (BIFF in a compound file). SheetJS is handed the workbook's own stream and nothing else: of
 * whole files it guesses the kind, and it holds them three times over.
 */
export async function openXls(bytes: Uint8Array): Promise<OpenWorkbook> {
  const file = openCompoundFile(bytes);
  // A password turns an .xlsx into a compound file with this one stream (MS-OFFCRYPTO section 2.3.4.4).
  if (file.has("EncryptedPackage") || file.has("encryption")) throw sheetRefusals.encrypted();
  const stream = file.stream("Workbook") ?? file.stream("Book");
  if (stream?.[0] !== beginOfFile) throw sheetRefusals.notASheet();
  const { read } = await import("xlsx");
  const workbook = readWorkbook(() =>
    read(Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength), {
      type: "buffer",
      dense: true,
      sheetRows: sheetLimits.rowsMax + 2,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
    }),
  );
  const { sheets, visible } = visibleFirst(workbook);
  const countsFrom1904 = workbook.Workbook?.WBProps?.date1904 === true;
  const writeNumber = await loadNumberWriter({ countsFrom1904 });
  return {
    sheets,
    visible,
    async read(name, sink, how) {
      const sheet = workbook.Sheets[name];
      if (sheet) readRows(sheet, { sink, writeNumber, linked: how?.linkedAddresses });
    },
  };
}

/** SheetJS tells a password only by its sentence. */
function readWorkbook(read: () => WorkBook): WorkBook {
  try {
    return read();
  } catch (error) {
    const isProtected = error instanceof Error && /password|encrypt/i.test(error.message);
    throw isProtected ? sheetRefusals.encrypted() : sheetRefusals.broken(error);
  }
}

function visibleFirst(workbook: WorkBook): Pick<OpenWorkbook, "sheets" | "visible"> {
  const isHidden = (index: number) => (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const names = workbook.SheetNames;
  const shown = names.filter((_, index) => !isHidden(index));
  return { sheets: [...shown, ...names.filter((_, index) => isHidden(index))], visible: shown.length };
}

/** Walks the cells that exist, whatever range the sheet claims. */
function readRows(
  sheet: WorkSheet,
  {
    sink,
    writeNumber,
    linked,
  }: { sink: CellSink; writeNumber: NumberWriter; linked?: LinkedColumns | undefined },
): void {
  const rows = (sheet["!data"] ?? []) as ((CellObject | undefined)[] | undefined)[];
  for (const [index, row] of rows.entries()) {
    row?.forEach((cell, column) => {
      if (!cell) return;
      const isAsked = linked === "all" || linked?.has(column);
      const address = isAsked && cell.l?.Target ? mailtoAddress(cell.l.Target) : null;
      sink.cell(column, withAddress(cellText(cell, writeNumber), address ?? undefined));
    });
    if (!sink.endRow(index + 1, sheet["!rows"]?.[index]?.hidden)) break;
  }
}

function cellText(cell: CellObject, writeNumber: NumberWriter): string {
  if (cell.v === undefined || cell.v === null) return "";
  if (typeof cell.v === "boolean") return cell.v ? "TRUE" : "FALSE";
  if (cell.t === "e") return errorTexts[Number(cell.v)] ?? "#VALUE!";
  return typeof cell.v === "number" ? writeNumber(cell.v, cell.z) : String(cell.v);
}

/** What a formula that failed shows, by its code (MS-XLS section 2.5.10). */
const errorTexts: Record<number, string> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};
