import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sheetPieces } from "../../../cli/sheetPieces.ts";
import { limits } from "../../../contract/limits.ts";

const folder = mkdtempSync(join(tmpdir(), "amplify-pieces-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function piecesOf(text: string | Uint8Array<ArrayBuffer>, name = "leads.csv") {
  const path = join(folder, name);
  await Bun.write(path, text);
  const pieces: { text: string; shareRead: number }[] = [];
  for await (const { file, shareRead } of sheetPieces(Bun.file(path), name))
    pieces.push({ text: await file.text(), shareRead });
  return pieces;
}

test("a short file goes as it is", async () => {
  const text = "First Name,Email\r\nAda,a@x.org\r\n";
  expect(await piecesOf(text)).toEqual([{ text, shareRead: 1 }]);
  expect(await piecesOf("")).toEqual([{ text: "", shareRead: 1 }]);
});

test("a long file goes in pieces that no call refuses, each with the header, and together they are the file", async () => {
  const header = "First Name,Note,Email\n";
  // Quoted cells with line feeds and doubled quotes: no piece may end inside one.
  const row = (n: number) => `P${n},"two\nlines, a ""quote"" and ${"x".repeat(n % 250)}",p${n}@x.org\n`;
  const rows = Array.from({ length: limits.cli.pieceRows * 2 + 1 }, (_, n) => row(n));
  const pieces = await piecesOf(header + rows.join(""));
  expect(pieces.length).toBe(3);
  for (const { text } of pieces) {
    expect(text.length).toBeLessThan(limits.sheet.fileBytes);
    expect(text.startsWith(header)).toBe(true);
    expect(text).toEndWith("@x.org\n");
  }
  expect(pieces.map(({ text }) => text.slice(header.length)).join("") === rows.join("")).toBe(true);
  expect(pieces.at(-1)?.shareRead).toBe(1);
});

test("short rows are cut by their number, so that none is beyond what the server reads", async () => {
  const rows = "a,a@x.org\n".repeat(limits.cli.pieceRows + 1);
  const pieces = await piecesOf(`name,email\n${rows}`);
  expect(pieces.map(({ text }) => text.split("\n").length - 2)).toEqual([limits.cli.pieceRows, 1]);
});

test("workbooks and UTF-16 are never cut", async () => {
  const rows = `name,email\n${"a,a@x.org\n".repeat(limits.cli.pieceRows + 1)}`;
  expect(await piecesOf(rows, "leads.xlsx")).toHaveLength(1);
  const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from(rows, "utf16le")]);
  expect(await piecesOf(wide)).toHaveLength(1);
});
