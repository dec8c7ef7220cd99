import { safeCell } from "../../contract/imports/csvLines.ts";
import { type ArchiveFile, zipStream } from "../core/archive.ts";

/**
 * A workbook of one sheet (ECMA-376, SpreadsheetML), written row by row: a library would first hold all of it in memory. The
 * texts stand in the cells themselves, where no program takes one for a formula. What is a number in the columns of `numbers`,
 * counted from 0, is one for the program too, so that it can be added up; all else is text.
 */
export function workbook({
  sheet,
  rows,
  numbers = new Set(),
}: {
  sheet: string;
  rows: AsyncIterable<readonly (readonly string[])[]>;
  numbers?: ReadonlySet<number>;
}): Promise<ReadableStream<Uint8Array>> {
  const file = (name: string, text: string): ArchiveFile => ({ name, text: () => once(head + text) });
  return zipStream(
    [
      file("[Content_Types].xml", contentTypes),
      file("_rels/.rels", relations("officeDocument", "xl/workbook.xml")),
      file(
        "xl/workbook.xml",
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      file("xl/_rels/workbook.xml.rels", relations("worksheet", "worksheets/sheet1.xml")),
      { name: "xl/worksheets/sheet1.xml", text: () => sheetText(rows, numbers) },
    ],
    new Date(),
  );
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const contentTypes = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`;

function relations(type: string, target: string): string {
  return `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* sheetText(
  batches: AsyncIterable<readonly (readonly string[])[]>,
  numbers: ReadonlySet<number>,
): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetData>`;
  for await (const rows of batches) yield rows.map((cells) => rowText(cells, numbers)).join("");
  yield "</sheetData></worksheet>";
}

/** As many digits as a spreadsheet keeps of a number; of a longer one it would change the last. */
const number = /^-?\d{1,15}$|^-?(?=[\d.]{3,16}$)\d+\.\d+$/;

function rowText(cells: readonly string[], numbers: ReadonlySet<number>): string {
  const cell = (text: string, column: number) =>
    numbers.has(column) && number.test(text)
      ? `<c><v>${text}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(safeCell(text))}</t></is></c>`;
  return `<row>${cells.map(cell).join("")}</row>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
