import { zipOf } from "./zipOf.ts";

export type WorkbookParts = {
  /** The inside of <sheetData>, or the whole worksheet where it begins with "<?xml". */
  sheets: { xml: string | Uint8Array; state?: string }[];
  sharedStrings?: string | Uint8Array;
  styles?: string;
  workbookPr?: string;
  /** More zip entries, to be added or to stand in the place of the usual ones. */
  more?: Record<string, string | Uint8Array>;
};

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relationshipType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageLinks = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

/** An .xlsx written by hand, part by part, so that a test can break exactly one thing. */
export function workbookOf(parts: WorkbookParts): Uint8Array {
  const sheets = parts.sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }));
  const links = sheets.map((sheet) => link(`s${sheet.id}`, "worksheet", `worksheets/sheet${sheet.id}.xml`));
  links.push(link("strings", "sharedStrings", "sharedStrings.xml"), link("styles", "styles", "styles.xml"));
  const list = sheets.map(
    (sheet) =>
      `<sheet name="S${sheet.id}" sheetId="${sheet.id}" ${sheet.state ? `state="${sheet.state}"` : ""} r:id="s${sheet.id}"/>`,
  );
  const files: Record<string, string | Uint8Array> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships ${packageLinks}>${link("w", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${relationshipType}">${parts.workbookPr ?? ""}<sheets>${list.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships ${packageLinks}>${links.join("")}</Relationships>`,
    "xl/sharedStrings.xml": parts.sharedStrings ?? `<sst ${main}/>`,
    "xl/styles.xml": parts.styles ?? `<styleSheet ${main}/>`,
  };
  for (const sheet of sheets) files[`xl/worksheets/sheet${sheet.id}.xml`] = worksheet(sheet.xml);
  return zipOf({ ...files, ...parts.more });
}

function worksheet(xml: string | Uint8Array): string | Uint8Array {
  if (typeof xml !== "string" || xml.startsWith("<?xml")) return xml;
  return `<worksheet ${main}><sheetData>${xml}</sheetData></worksheet>`;
}

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${relationshipType}/${type}" Target="${target}"/>`;
}

/** A row of text cells; `row` counts from 1. */
export function textRow(row: number, texts: readonly string[]): string {
  const cells = texts.map((text, index) => {
    const reference = `${String.fromCharCode(65 + index)}${row}`;
    return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
  });
  return `<row r="${row}">${cells.join("")}</row>`;
}

/** The usual small sheet: a header and one lead. */
export const leadRows = textRow(1, ["First name", "Email"]) + textRow(2, ["Ada", "ada@example.com"]);

/** Rewrites what the zip's central directory claims an entry unfolds to. */
export function withDeclaredSize(zip: Uint8Array, claim: { entry: string; bytes: number }): Uint8Array {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  const name = new TextEncoder().encode(claim.entry);
  for (let at = 0; at + 46 <= copy.length; at += 1) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const found = copy.subarray(at + 46, at + 46 + view.getUint16(at + 28, true));
    if (found.length !== name.length || !found.every((byte, index) => byte === name[index])) continue;
    view.setUint32(at + 24, claim.bytes, true);
    return copy;
  }
  throw new Error(`no entry ${claim.entry}`);
}
