import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { importLimits } from "../../../contract/limits/imports.ts";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import type { CellSink } from "../../sheets/csv.ts";
import { brokenEncodingOfFile } from "../../sheets/encodings/brokenText.ts";
import { type FileKind, fileKind } from "../../sheets/fileKind.ts";
import { type HeadingPlace, leadsAmong, type NumberedRow } from "../../sheets/headings.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { OpenWorkbook } from "../../sheets/OpenWorkbook.ts";
import { RowBuilder } from "../../sheets/RowBuilder.ts";
import { encodingOf, NotUtf8, readCsvFile } from "../../sheets/readCsvFile.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";
import { openXls } from "../../sheets/xls.ts";
import { createFieldLook } from "./createFieldLook.ts";
import { createOptoutLook } from "./createOptoutLook.ts";
import type { Reading, ReadRequest } from "./messages.ts";

/** Many an address book shows "Write to Ann" where the cell only links to her address; which column has them is not chosen yet. */
const withLinks = { linkedAddresses: "all" } as const;

type Look = Pick<ReadRequest, "sheet" | "heading"> & Partial<Pick<ReadRequest, "encoding">>;

/** Reads a file once: its columns, its first rows, and how many rows it has. Only the preview is kept. */
export async function readSource(
  path: string,
  { sheet: wantedSheet, heading, encoding = null }: Look,
): Promise<Reading> {
  const start = startOf(path);
  if (start.length === 0) throw sheetRefusals.empty();
  const workbook = await workbookOf(path, fileKind(start));
  return workbook === null
    ? readText(path, { start, heading, encoding })
    : readWorkbook(workbook, { wantedSheet, heading });
}

/** Passes on every row of a file that was read before, with the addresses that cells of these columns link to; `onShare` is called with the share of it that has been read, from 0 to 1. */
export async function eachRow(
  source: { path: string; reading: Reading; addressColumns: ReadonlySet<number> },
  sink: { onRow(cells: string[], row: number): void; onShare(share: number): void },
): Promise<void> {
  const { path, reading, addressColumns } = source;
  const builder = rowBuilder(sink.onRow, {
    isText: reading.encoding !== null,
    // An earlier version used the first row with any text.
    heading: reading.heading === undefined ? "first" : (reading.heading ?? "none"),
  });
  if (reading.encoding !== null) {
    const { size } = statSync(path);
    const onBytes = (bytes: number) => sink.onShare(bytes / size);
    readCsvFile({ path, encoding: reading.encoding, sink: builder, onBytes });
    return;
  }
  const workbook = await workbookOf(path, fileKind(startOf(path)));
  const watched: CellSink = {
    cell: (column, text) => builder.cell(column, text),
    dropRow: () => builder.dropRow(),
    endRow: (number) => {
      sink.onShare(builder.rowCount / Math.max(1, reading.rowCount));
      return builder.endRow(number);
    },
  };
  await workbook?.read(reading.sheet ?? "", watched, { linkedAddresses: addressColumns });
  builder.finish();
}

async function workbookOf(path: string, kind: FileKind): Promise<OpenWorkbook | null> {
  if (kind === "document") throw sheetRefusals.webPage();
  if (kind === "binary") throw sheetRefusals.notASheet();
  if (kind === "text") return null;
  if (statSync(path).size > importLimits.workbookBytes)
    throw sheetRefusals.fileTooLarge(importLimits.workbookBytes);
  const bytes = readFileSync(path);
  if (kind !== "zip") return openXls(bytes);
  // What unfolds zips brings streams with it: a thread for a CSV file begins sooner without.
  const { openXlsx } = await import("../../sheets/xlsx.ts");
  return openXlsx(bytes);
}

function readText(
  path: string,
  { start, heading, encoding: wanted }: { start: Uint8Array } & Pick<ReadRequest, "heading" | "encoding">,
): Reading {
  if (wanted !== null) return readTextIn(path, { encoding: wanted, heading });
  const encoding = encodingOf(start);
  try {
    return readTextIn(path, { encoding, heading });
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return readTextIn(path, { encoding: brokenEncodingOfFile(path), heading });
  }
}

function readTextIn(
  path: string,
  { encoding, heading }: { encoding: NonNullable<Reading["encoding"]>; heading: HeadingPlace },
): Reading {
  const looked = lookingBuilder({ isText: true, heading });
  readCsvFile({ path, encoding, sink: looked.builder });
  return { encoding, sheets: [], sheet: null, ...looked.result() };
}

async function readWorkbook(
  workbook: OpenWorkbook,
  { wantedSheet, heading }: { wantedSheet: string | null; heading: HeadingPlace },
): Promise<Reading> {
  const { sheets } = workbook;
  const sheet = wantedSheet ?? (await sheetOfLeads(workbook));
  const looked = lookingBuilder({ isText: false, heading });
  await workbook.read(sheet, looked.builder, withLinks);
  return { encoding: null, sheets, sheet, ...looked.result() };
}

/**
 * The sheet that people mean: the first whose headings name addresses and names, or else the one with most addresses
 * in its first rows, or else the first with any text. A hidden one only where no other has an address.
 * @throws {Refusal} where no sheet has any text.
 */
async function sheetOfLeads(workbook: OpenWorkbook): Promise<string> {
  let best: { sheet: string; addresses: number } | null = null;
  let looked = 0;
  for (const [index, sheet] of workbook.sheets.entries()) {
    if (looked === sheetLimits.sheetsLooked) break;
    if (index >= workbook.visible && best !== null && best.addresses > 0) break;
    const rows = await firstRowsOf(workbook, sheet);
    if (rows.length === 0) continue;
    looked += 1;
    const { addresses, isNamed } = leadsAmong(rows);
    if (isNamed) return sheet;
    if (best === null || addresses > best.addresses) best = { sheet, addresses };
  }
  if (best === null) throw sheetRefusals.empty();
  return best.sheet;
}

async function firstRowsOf(workbook: OpenWorkbook, sheet: string): Promise<NumberedRow[]> {
  const builder = new RowBuilder({
    rowsMax: sheetLimits.headingRows - 1,
    columnsMax: importLimits.columnsMax,
    textCharactersMax: importLimits.workbookCharactersMax,
    heading: "none",
    onRow: () => {},
  });
  await workbook.read(sheet, builder, withLinks);
  builder.finish();
  return builder.firstRows;
}

/** The text of a CSV file cannot be longer than the file. */
function rowBuilder(
  onRow: (cells: string[], row: number) => void,
  { isText, heading }: { isText: boolean; heading: HeadingPlace },
): RowBuilder {
  const { rowsMax, columnsMax, workbookCharactersMax } = importLimits;
  const textCharactersMax = isText ? Number.POSITIVE_INFINITY : workbookCharactersMax;
  return new RowBuilder({ rowsMax, columnsMax, textCharactersMax, heading, onRow });
}

function lookingBuilder(kind: { isText: boolean; heading: HeadingPlace }) {
  const preview: NumberedRow[] = [];
  const optouts = createOptoutLook();
  const fields = createFieldLook();
  const builder = rowBuilder((cells, row) => {
    if (preview.length < importLimits.previewRows) preview.push({ row, cells });
    optouts.add(cells);
    fields.add(cells);
  }, kind);
  const result = () => {
    builder.finish();
    const columns = builder.columns();
    if (columns === null) throw sheetRefusals.empty();
    const rows = previewRowsOf(columns.length);
    return {
      columns,
      heading: builder.headingRow,
      firstRows: builder.firstRows.slice(0, rows).map(({ row, cells }) => ({ row, cells: cells.map(cut) })),
      preview: preview.slice(0, rows).map(({ cells }) => shown(cells, columns)),
      previewNumbers: preview.slice(0, rows).map(({ row }) => row),
      rowCount: builder.rowCount,
      hiddenRows: builder.hiddenCount,
      truncated: builder.truncated,
      ...optouts.result(columns),
      fits: fields.result(columns),
    };
  };
  return { builder, result };
}

/** The more columns there are, the fewer rows: every answer about an import has them. */
function previewRowsOf(columnCount: number): number {
  const { previewRows, previewRowsMin, previewCellsMax } = importLimits;
  return Math.max(previewRowsMin, Math.min(previewRows, Math.floor(previewCellsMax / columnCount)));
}

function shown(cells: readonly string[], columns: readonly SheetColumn[]): string[] {
  return columns.map(({ index }) => cut(cells[index] ?? ""));
}

function cut(cell: string): string {
  return cell.slice(0, importLimits.previewCharacters);
}

function startOf(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(sheetLimits.guessCharacters);
    return buffer.subarray(0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}
