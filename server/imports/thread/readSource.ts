import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { importLimits } from "../../../contract/limits/imports.ts";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import type { CellSink } from "../../sheets/csv.ts";
import { type FileKind, fileKind } from "../../sheets/fileKind.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { OpenWorkbook } from "../../sheets/OpenWorkbook.ts";
import { RowBuilder } from "../../sheets/RowBuilder.ts";
import { encodingOf, NotUtf8, readCsvFile } from "../../sheets/readCsvFile.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";
import { openXls } from "../../sheets/xls.ts";
import { openXlsx } from "../../sheets/xlsx.ts";
import { createFieldLook } from "./createFieldLook.ts";
import { createOptoutLook } from "./createOptoutLook.ts";
import type { Reading } from "./messages.ts";

/** Reads a file through once: its columns, its first rows, and how many there are. Only the preview is kept. */
export async function readSource(path: string, wantedSheet: string | null): Promise<Reading> {
  const start = startOf(path);
  if (start.length === 0) throw sheetRefusals.empty();
  const workbook = await workbookOf(path, fileKind(start));
  return workbook === null ? readText(path, start) : readWorkbook(workbook, wantedSheet);
}

/** Hands over every row of a file that was read before; `onShare` is told how much of it has been read, up to 1. */
export async function eachRow(
  source: { path: string; reading: Reading },
  sink: { onRow(cells: string[]): void; onShare(share: number): void },
): Promise<void> {
  const { path, reading } = source;
  const builder = rowBuilder(sink.onRow, { isText: reading.encoding !== null });
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
    endRow: () => {
      sink.onShare(builder.rowCount / Math.max(1, reading.rowCount));
      return builder.endRow();
    },
  };
  await workbook?.read(reading.sheet ?? "", watched);
  builder.endRow();
}

async function workbookOf(path: string, kind: FileKind): Promise<OpenWorkbook | null> {
  if (kind === "document") throw sheetRefusals.webPage();
  if (kind === "binary") throw sheetRefusals.notASheet();
  if (kind === "text") return null;
  if (statSync(path).size > importLimits.workbookBytes)
    throw sheetRefusals.fileTooLarge(importLimits.workbookBytes);
  const bytes = readFileSync(path);
  return kind === "zip" ? openXlsx(bytes) : openXls(bytes);
}

function readText(path: string, start: Uint8Array): Reading {
  const encoding = encodingOf(start);
  try {
    return readTextIn(path, encoding);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return readTextIn(path, "windows-1252");
  }
}

function readTextIn(path: string, encoding: NonNullable<Reading["encoding"]>): Reading {
  const looked = lookingBuilder({ isText: true });
  readCsvFile({ path, encoding, sink: looked.builder });
  return { encoding, sheets: [], sheet: null, ...looked.result() };
}

async function readWorkbook(workbook: OpenWorkbook, wantedSheet: string | null): Promise<Reading> {
  const { sheets } = workbook;
  // The first sheet with any text is the one that people mean.
  for (const sheet of wantedSheet === null ? sheets : sheets.filter((name) => name === wantedSheet)) {
    const looked = lookingBuilder({ isText: false });
    await workbook.read(sheet, looked.builder);
    looked.builder.endRow();
    if (looked.builder.columns() !== null || wantedSheet !== null)
      return { encoding: null, sheets, sheet, ...looked.result() };
  }
  throw sheetRefusals.empty();
}

/** The text of a CSV file is no longer than the file. */
function rowBuilder(onRow: (cells: string[]) => void, { isText }: { isText: boolean }): RowBuilder {
  const { rowsMax, workbookCharactersMax } = importLimits;
  const textCharactersMax = isText ? Number.POSITIVE_INFINITY : workbookCharactersMax;
  return new RowBuilder({ rowsMax, textCharactersMax, onRow });
}

function lookingBuilder(kind: { isText: boolean }) {
  const preview: string[][] = [];
  const optouts = createOptoutLook();
  const fields = createFieldLook();
  const builder = rowBuilder((cells) => {
    if (preview.length < importLimits.previewRows) preview.push(cells);
    optouts.add(cells);
    fields.add(cells);
  }, kind);
  const result = () => {
    const columns = builder.columns();
    if (columns === null) throw sheetRefusals.empty();
    return {
      columns,
      preview: preview.map((cells) => shown(cells, columns)),
      rowCount: builder.rowCount,
      truncated: builder.truncated,
      ...optouts.result(columns),
      fits: fields.result(columns),
    };
  };
  return { builder, result };
}

function shown(cells: readonly string[], columns: readonly SheetColumn[]): string[] {
  return columns.map(({ index }) => (cells[index] ?? "").slice(0, importLimits.previewCharacters));
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
