import { limits } from "../contract/limits.ts";

/** A part of a sheet that one call may carry, and how much of the file has been read with it, up to 1. */
export type SheetPiece = { file: Blob; shareRead: number };

/**
 * The file as it is where one call may carry it; a longer CSV file in pieces of whole rows, each with the header in
 * front. One piece is in memory at a time.
 */
export async function* sheetPieces(file: Blob, name: string): AsyncGenerator<SheetPiece> {
  const whole = { file, shareRead: 1 };
  if (!/\.csv$/i.test(name) || !(await hasByteRows(file))) return yield whole;
  let headerEnd = 0;
  let start = 0;
  for await (const { end, isHeader } of cuts(file)) {
    if (isHeader) headerEnd = end;
    else {
      yield await pieceOf(file, { headerEnd, start, end });
      start = end;
    }
  }
  if (start === 0) yield whole;
  else if (start < file.size) yield await pieceOf(file, { headerEnd, start, end: file.size });
}

type Bounds = { headerEnd: number; start: number; end: number };

async function pieceOf(file: Blob, { headerEnd, start, end }: Bounds): Promise<SheetPiece> {
  // Bun leaves out parts of a Blob that are still windows on a file, so both are read.
  const header = await file.slice(0, start === 0 ? 0 : headerEnd).arrayBuffer();
  const rows = await file.slice(start, end).arrayBuffer();
  return { file: new Blob([header, rows]), shareRead: end / file.size };
}

/** Whether a line feed is one byte here: a text in UTF-16 has zero bytes and cannot be cut byte by byte. */
async function hasByteRows(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, limits.cli.headerBytesMax).arrayBuffer());
  return (
    !start.includes(0) &&
    !(start[0] === 0xff && start[1] === 0xfe) &&
    !(start[0] === 0xfe && start[1] === 0xff)
  );
}

const quote = 0x22;
const lineFeed = 0x0a;

/** Where the header ends, and then where each piece is to end: after a line feed that no quotes enclose (RFC 4180). */
async function* cuts(file: Blob): AsyncGenerator<{ end: number; isHeader: boolean }> {
  let offset = 0;
  let pieceStart = 0;
  let rows = 0;
  let quoted = false;
  let hasHeader = false;
  for await (const chunk of file.stream()) {
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === quote) quoted = !quoted;
      if (chunk[at] !== lineFeed || quoted) continue;
      const end = offset + at + 1;
      rows += 1;
      const isFull = end - pieceStart >= limits.cli.pieceBytes || rows > limits.cli.pieceRows;
      if (hasHeader && !isFull) continue;
      yield { end, isHeader: !hasHeader };
      if (hasHeader) pieceStart = end;
      hasHeader = true;
      rows = 1;
    }
    offset += chunk.length;
  }
}
