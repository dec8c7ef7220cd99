import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CFB, utils, write } from "xlsx";
import { cellValue, phoneDigits } from "../../contract/imports/columns.ts";
import { guessColumns } from "../../contract/imports/guessColumns.ts";
import { namesOptin, readOptin } from "../../contract/imports/optin.ts";
import { namesStatus, readOptout } from "../../contract/imports/optout.ts";
import { readSource } from "../../server/imports/thread/readSource.ts";
import { cleanText } from "../../server/sheets/cleanText.ts";
import { columnsOf } from "../../server/sheets/columnsOf.ts";
import { findSeparator, readCsv } from "../../server/sheets/csv.ts";
import { decodeText } from "../../server/sheets/encodings/decodeText.ts";
import { isMarkup } from "../../server/sheets/fileKind.ts";
import { loadNumberWriter } from "../../server/sheets/numberText.ts";
import { readSheet } from "../../server/sheets/readSheet.ts";
import { attributesOf, decodeEntities, XmlScanner } from "../../server/sheets/XmlScanner.ts";
import { unescapeText } from "../../server/sheets/xlsx/xlsxSharedTexts.ts";
import { leadRows, textRow, workbookOf } from "../support/sheets/workbook.ts";

// Only so that a busy machine fails no test; what is compared is how time grows.
setDefaultTimeout(240_000);

const smallCharacters = 32_768;
const growth = 8;
/** Work that grows as its input does takes 8 times as long for 8 times as much, work that grows as its square 64 times. */
const timesMax = 24;
const noiseMs = 15;

type Work = (text: string) => unknown;

/** Time of the processor, so that other work on the machine counts little. */
async function workMs(work: Work, text: string): Promise<number> {
  const before = process.cpuUsage();
  try {
    await work(text);
  } catch {
    // A refusal is an end like any other.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** What else the machine does only ever adds time, so the best of a few runs counts. */
async function expectLinear(work: Work, textOf: (characters: number) => string): Promise<void> {
  const texts = [textOf(smallCharacters), textOf(smallCharacters * growth)] as const;
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let run = 0; run < 4; run += 1) {
    small = Math.min(small, await workMs(work, texts[0]));
    large = Math.min(large, await workMs(work, texts[1]));
    if (large < small * timesMax + noiseMs) return;
  }
  expect(large).toBeLessThan(small * timesMax + noiseMs);
}

const filled = (piece: string) => (characters: number) => piece.repeat(Math.ceil(characters / piece.length));
const sink = { cell: () => {}, endRow: () => true, dropRow: () => {} };
const silent = { open: () => {}, close: () => {}, text: () => {} };

const csvPieces = [
  '"',
  '""',
  '"""',
  'a,"',
  '"a,',
  '"a,"',
  ',"\n',
  '"\n',
  '"a\n',
  '"a""\n',
  'a"\n"',
  '"a,"b',
  ',"\n""',
  '"",',
  "\n",
  ",",
  ";",
  "\t",
  "a",
  " ",
  "a;b,",
  "\r",
  '"\r',
  '""a\n"',
  '"x\n"y" z,',
  '"x"y',
  'x"y,"',
  '"a\n,"b',
];

test.each(csvPieces)("text of %j is read in time that grows as it does", async (piece) => {
  // Those that stand in it, and one that does not: whichever that is, nothing in the text is a separator then.
  for (const separator of [",", ";", "|"].filter((one) => one === "|" || piece.includes(one))) {
    await expectLinear((text) => readCsv(text, { separator, sink }), filled(piece));
    const head = (characters: number) => `email\n"${filled(piece)(characters)}`;
    await expectLinear((text) => readCsv(text, { separator, sink }), head);
    const part = { isPart: true, isFull: false };
    await expectLinear((text) => readCsv(text, { separator, sink, window: part }), head);
  }
  await expectLinear(findSeparator, filled(piece));
});

const textPieces = [
  "a",
  " ",
  "\n",
  "\r",
  "\t",
  "0",
  "-",
  "'",
  "#N/A",
  "1,",
  "1.",
  "1 ",
  "ab ",
  "\u0301",
  "ﬃ",
  "_x0041_",
];
const textReaders: Record<string, Work> = {
  decodeText: (text) => decodeText(new TextEncoder().encode(text)),
  cleanText,
  isMarkup,
  readOptout,
  namesStatus,
  readOptin,
  namesOptin,
  cellValue,
  phoneDigits,
  unescapeText,
  decodeEntities,
  attributesOf,
  guessColumns: (text) => guessColumns(text.split(" ")),
  columnsOf: (text) => columnsOf({ header: text.match(/.{1,4096}/gs) ?? [], hasText: [] }),
};

test.each(Object.keys(textReaders))("%s takes time that grows as its text does", async (name) => {
  const read = textReaders[name] as Work;
  for (const piece of textPieces) await expectLinear(read, filled(piece));
});

const xmlPieces = [
  "a",
  " ",
  "=",
  '"',
  "'",
  ' a=" ',
  " a='",
  'a="b" ',
  "a =",
  "a = ",
  "&",
  "&#",
  "&amp",
  "&#1;",
  ":",
  "a:",
  "<",
  ">",
  "<a",
  "<a>",
  "</a>",
  "<a/>",
  '<a b="',
  "<!--",
  "<!-- -->",
  "<![CDATA[",
  "<![CDATA[]]>",
  "]]",
  "<?",
  "<?a?>",
  "--",
];

test.each(xmlPieces)("XML of %j is read in time that grows as it does", async (piece) => {
  await expectLinear(attributesOf, filled(piece));
  await expectLinear(decodeEntities, filled(piece));
  for (const before of ["", "<c ", '<c r="', "<!--", "<![CDATA[", "<?", "<t>"])
    await expectLinear(
      (text) => {
        const scanner = new XmlScanner(silent);
        // A token arrives in a few pieces: unfolded parts come by 256 KiB, and longer than 1 MiB is no token.
        const step = text.length / 4;
        for (let at = 0; at < text.length; at += step) scanner.push(text.slice(at, at + step));
      },
      (characters) => before + filled(piece)(characters),
    );
});

/** One part of a workbook, filled with a piece; the rest is as it should be. */
const parts: Record<string, (text: string) => Uint8Array> = {
  "a worksheet": (text) => workbookOf({ sheets: [{ xml: leadRows + text }] }),
  "a row": (text) => workbookOf({ sheets: [{ xml: `${leadRows}<row>${text}</row>` }] }),
  "a cell's tag": (text) =>
    workbookOf({ sheets: [{ xml: `${leadRows}<row><c ${text}><v>1</v></c></row>` }] }),
  "a cell's value": (text) =>
    workbookOf({ sheets: [{ xml: `${leadRows}<row><c><v>${text}</v></c></row>` }] }),
  "the table of texts": (text) =>
    workbookOf({ sheets: [{ xml: leadRows }], sharedStrings: `<sst>${text}</sst>` }),
  "a text of the table": (text) =>
    workbookOf({ sheets: [{ xml: leadRows }], sharedStrings: `<sst><si><t>${text}</t></si></sst>` }),
  "the styles": (text) =>
    workbookOf({
      sheets: [{ xml: leadRows }],
      styles: `<styleSheet><cellXfs>${text}</cellXfs></styleSheet>`,
    }),
  "a style's tag": (text) =>
    workbookOf({
      sheets: [{ xml: leadRows }],
      styles: `<styleSheet><cellXfs><xf ${text}/></cellXfs></styleSheet>`,
    }),
  "the list of sheets": (text) => workbookOf({ sheets: [{ xml: leadRows }], workbookPr: text }),
  "the links": (text) =>
    workbookOf({
      sheets: [{ xml: leadRows }],
      more: { "xl/_rels/workbook.xml.rels": `<Relationships><Relationship ${text}/></Relationships>` },
    }),
};
const partPieces = [
  "a",
  " ",
  "a=",
  'a="b" ',
  "<c/>",
  "<c><v>1</v></c>",
  '<c r="A1"><v>1</v></c>',
  "<row/>",
  "<si/>",
  "<t>a</t>",
  "<rPh>",
  "<si><t>a</t></si>",
  '<xf numFmtId="14"/>',
  '<sheet name="a" r:id="s1"/>',
  '<sheet name="a" r:id="none"/>',
  "&amp;",
];

test.each(Object.keys(parts))(
  "a workbook whose hostile part is %s is read in time that grows as it does",
  async (name) => {
    const build = parts[name] as (text: string) => Uint8Array;
    for (const piece of partPieces) {
      const files = new Map<string, Uint8Array>();
      const textOf = (characters: number) => {
        files.set(String(characters), build(filled(piece)(characters)));
        return String(characters);
      };
      await expectLinear((key) => readSheet(files.get(key) as Uint8Array), textOf);
    }
  },
);

const sheetsOf: Record<string, (count: number) => Uint8Array> = {
  "blank sheets": (count) => workbookOf({ sheets: Array.from({ length: count }, () => ({ xml: "" })) }),
  "entries of the zip": (count) =>
    workbookOf({
      sheets: [{ xml: leadRows }],
      more: Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, ""])),
    }),
  "columns of one name": (count) => workbookOf({ sheets: [{ xml: textRow(1, Array(count).fill("a")) }] }),
  "sheets of an old workbook": (count) => {
    const book = utils.book_new();
    for (let index = 0; index < count; index += 1)
      utils.book_append_sheet(book, utils.aoa_to_sheet([[]]), `S${index}`);
    return new Uint8Array(write(book, { type: "array", bookType: "biff8" }));
  },
  "rows of an old workbook": (count) => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet(Array.from({ length: count }, (_, row) => [`a${row}`, row])),
    );
    return new Uint8Array(write(book, { type: "array", bookType: "biff8" }));
  },
  "streams of a compound file": (count) => {
    const folder = CFB.utils.cfb_new();
    for (let index = 0; index < count; index += 1) CFB.utils.cfb_add(folder, `/s${index}`, Buffer.from("x"));
    return new Uint8Array(CFB.write(folder, { type: "array" }) as number[]);
  },
};

test.each(Object.keys(sheetsOf))("many %s take time that grows as they do", async (name) => {
  const build = sheetsOf[name] as (count: number) => Uint8Array;
  const files = new Map<string, Uint8Array>();
  const textOf = (characters: number) => {
    files.set(String(characters), build(characters / 256));
    return String(characters);
  };
  await expectLinear((key) => readSheet(files.get(key) as Uint8Array), textOf);
});

test.each([
  "0",
  "#",
  "#,",
  "0.",
  "?/",
  "y",
  "d. ",
  "[",
  "]",
  "[h]",
  '"',
  "\\",
  ";",
  "*",
  "_",
  "E+",
  "@",
  "(",
  "mmm ",
  "a/p",
])("a format of %j writes a number in time that grows as it does", async (piece) => {
  const writeNumber = await loadNumberWriter({ countsFrom1904: false });
  // A format has at most 255 characters, so eight times as long is all there is.
  const textOf = (characters: number) => filled(piece)(characters === smallCharacters ? 31 : 248);
  await expectLinear((format) => {
    for (let cell = 0; cell < 50; cell += 1) writeNumber(45_356.5, format);
  }, textOf);
});

test.each(['a,"', '""', ',"\n', "a\n", "\r"])(
  "a file of %j is looked at in time that grows as it does",
  async (piece) => {
    const folder = mkdtempSync(join(tmpdir(), "amplify-growth-"));
    try {
      const textOf = (characters: number) => {
        const path = join(folder, String(characters));
        writeFileSync(path, `email\n"${filled(piece)(characters * 32)}`);
        return path;
      };
      await expectLinear((path) => readSource(path, { sheet: null, heading: "guess" }), textOf);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
