import { leadRows, textRow, withDeclaredSize, workbookOf } from "./workbook.ts";

const mib = 1024 * 1024;

/** Files made to hurt whoever opens them. Each is built when asked for: some unfold to a great deal. */
export const hostile = {
  dimensionOfAWholeSheet: () =>
    workbookOf({
      sheets: [
        {
          xml: `<?xml version="1.0"?><worksheet><dimension ref="A1:XFD1048576"/><cols><col min="1" max="16384"/></cols><sheetData>${leadRows}</sheetData><mergeCells><mergeCell ref="A3:XFD1048576"/></mergeCells></worksheet>`,
        },
      ],
    }),

  cellInTheFarCorner: () =>
    workbookOf({ sheets: [{ xml: `${leadRows}<row r="5000"><c r="XFD5000"><v>1</v></c></row>` }] }),

  /** Half a megabyte that unfolds to 210 MB, and says so. */
  sharedTextsBomb: () => sharedTextsBomb(210),

  /** The same, but the zip says that it unfolds to 1,000 bytes. */
  sharedTextsBombThatLies: () =>
    withDeclaredSize(sharedTextsBomb(210), { entry: "xl/sharedStrings.xml", bytes: 1_000 }),

  /** Stays below what a workbook may unfold to. */
  sharedTextsBombBelowTheBound: () => sharedTextsBomb(190),

  /** One long text, named by a million cells. */
  oneTextInAMillionCells: () =>
    workbookOf({
      sharedStrings: `<sst><si><t>${"x".repeat(10_000)}</t></si></sst>`,
      sheets: [{ xml: `<row>${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`.repeat(100_000) }],
    }),

  /** 210 MB of nothing, which the zip says are 1,000 bytes. */
  nothingThatLies: () =>
    withDeclaredSize(workbookOf({ sheets: [{ xml: filled("<!-- nothing -->\n", 210) }] }), {
      entry: "xl/worksheets/sheet1.xml",
      bytes: 1_000,
    }),

  leadsBelowTheLastRow: () => workbookOf({ sheets: [{ xml: "<row/>".repeat(1_048_576) + leadRows }] }),

  millionsOfCellsInOneRow: () => workbookOf({ sheets: [{ xml: filled("<c><v>1</v></c>", 190) }] }),

  /** Within every bound, and seconds of work. */
  hugeButHonest: () =>
    workbookOf({ sheets: [{ xml: `<row>${"<c><v>0.123</v></c>".repeat(60)}</row>`.repeat(100_000) }] }),

  oneTagWithoutAnEnd: () => workbookOf({ sheets: [{ xml: filled('<c a="', 190) }] }),

  entitiesThatUnfold: () =>
    workbookOf({
      sheets: [
        {
          xml: `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><worksheet><sheetData>${textRow(1, ["&b;"])}</sheetData></worksheet>`,
        },
      ],
    }),

  millionsOfStyles: () =>
    workbookOf({
      styles: `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(3_000_000)}</cellXfs></styleSheet>`,
      sheets: [{ xml: leadRows }],
    }),
};

function sharedTextsBomb(megabytes: number): Uint8Array {
  return workbookOf({
    sharedStrings: filled(`<si><t>${"a".repeat(1_000)}</t></si>`, megabytes),
    sheets: [{ xml: `<row>${'<c t="s"><v>1</v></c>'.repeat(10)}</row>` }],
  });
}

/** The text over and over, up to so many megabytes. */
function filled(text: string, megabytes: number): Uint8Array {
  return new Uint8Array(Buffer.alloc(megabytes * mib, text));
}
