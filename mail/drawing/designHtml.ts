import { escapeHtml } from "../../contract/mergeFields.ts";
import type { Design, Row, Values } from "../design/design.ts";
import { languageOf } from "../design/language.ts";
import { filledPreviewLine } from "../design/previewLine.ts";
import { linkedFonts } from "../values/fonts.ts";
import { blockHtml, exporterConfig } from "./blockHtml.ts";
import { bodyValuesOf, columnValuesOf, contentWidthPx, rowValuesOf, stylesDrawing } from "./designStyles.ts";
import { frameExporter } from "./exporters.ts";
import { gridCss } from "./gridCss.ts";

type DesignHtmlOptions = { assetBase: string };

/**
 * A whole design as the HTML of a mail, by Unlayer's own exporters: tables, and VML for Outlook. Text and HTML
 * blocks come out as they were written, so whoever sends or shows this cleans it first. Between two rows whoever
 * draws may do something else; what was written since the last one is told, in characters.
 */
export function* designHtml(
  design: Design,
  { assetBase }: DesignHtmlOptions,
): Generator<{ characters: number }, string> {
  const bodyValues = bodyValuesOf(design);
  const { headers, rows, footers } = design.body;
  const drawn: string[] = [];
  for (const [collection, list] of Object.entries({ headers, rows, footers }))
    for (const [rowIndex, row] of list.entries()) {
      const html = yield* rowDrawing({ row, rowIndex, collection, bodyValues, assetBase });
      drawn.push(html);
    }
  const framed = withFilledPreview(bodyValues);
  const body = frameExporter("Body").email(drawn.join("\n"), framed, framed, {
    bodyValues: framed,
    type: "rows",
    variant: null,
  });
  const widthPx = contentWidthPx(bodyValues);
  const { styles, tags, phone, desktop } = yield* stylesDrawing(design);
  const sheets = [
    gridCss([...headers, ...rows, ...footers], { widthPx }),
    ...styles,
    media("max", widthPx, phone),
    media("min", widthPx, desktop),
  ];
  return documentOf({
    title: titleOf(design),
    language: languageOf(bodyValues),
    fonts: fontTags(design),
    styles: sheets.filter((sheet) => sheet !== ""),
    tags,
    body,
  });
}

function withFilledPreview(bodyValues: Values): Values {
  const { preheaderText } = bodyValues;
  if (typeof preheaderText !== "string") return bodyValues;
  return { ...bodyValues, preheaderText: filledPreviewLine(preheaderText) };
}

/** What a mail is called where it is read as a page, or aloud: its first heading, else its preview line. */
function titleOf({ body }: Design): string {
  for (const { columns } of [...body.headers, ...body.rows])
    for (const { contents } of columns)
      for (const { type, values } of contents)
        if (type === "heading" && typeof values.text === "string") {
          const words = values.text
            .replaceAll(/<[^<>]*>/g, " ")
            .replaceAll(/[<>]/g, "")
            .trim();
          if (words !== "") return words.replaceAll(/\s+/g, " ");
        }
  const { preheaderText } = body.values;
  return typeof preheaderText === "string" ? escapeHtml(preheaderText) : "";
}

type RowParts = {
  row: Row;
  rowIndex: number;
  collection: string;
  bodyValues: Values;
  assetBase: string;
};

type Drawing = Generator<{ characters: number }, string>;

function* rowDrawing({ row, rowIndex, collection, bodyValues, assetBase }: RowParts): Drawing {
  const rowValues = rowValuesOf(row);
  const columns: string[] = [];
  for (const [columnIndex, column] of row.columns.entries()) {
    const columnValues = columnValuesOf(column);
    const placed = { rowIndex, columnIndex, bodyValues, assetBase };
    const place = {
      ...placed,
      row: { cells: row.cells, values: rowValues },
      column: { values: columnValues },
    };
    const inner: string[] = [];
    for (const [index, block] of column.contents.entries()) {
      const html = blockHtml(block, { ...place, index });
      inner.push(html);
      yield { characters: html.length };
    }
    const meta = { columnIndex, columnValues, rowIndex, rowCells: row.cells, rowValues, bodyValues };
    const given = [inner.join(""), columnValues, columnIndex, row.cells, bodyValues, rowValues];
    columns.push(frameExporter("Column").email(...given, { ...meta, variant: null, language: "" }));
    yield { characters: 0 };
  }
  return frameExporter("Row").email(columns.join(""), rowValues, bodyValues, {
    rowIndex,
    rowCells: row.cells,
    rowValues,
    bodyValues,
    defaultDevice: "desktop",
    variant: null,
    language: undefined,
    collection,
    exporterConfig: exporterConfig({ assetBase, bodyValues }),
  });
}

function media(side: "min" | "max", widthPx: number, rules: readonly string[]): string {
  // Both sides meet at the width where the columns begin to stack.
  const edge = side === "max" ? widthPx + 20 : widthPx + 21;
  return rules.length === 0
    ? ""
    : `@media only screen and (${side}-width:${edge}px){\n${rules.join("\n")}\n}`;
}

/**
 * Outlook on Windows shows what follows a font that it is told to load in Times New Roman, whatever comes after it in
 * the list: the links are kept from it, and it is told what to take instead.
 */
function fontTags(design: Design): string[] {
  const fonts = linkedFonts(design);
  if (fonts.length === 0) return [];
  const links = [...new Set(fonts.map(({ url }) => url))].map(
    (url) => `<link href="${escapeHtml(url)}" rel="stylesheet" type="text/css">`,
  );
  const faces = fonts.map(
    ({ family, kind }) => `@font-face{font-family:'${family}';mso-font-alt:'${outlookFonts[kind]}'}`,
  );
  return [
    `<!--[if !mso]><!-->${links.join("")}<!--<![endif]-->`,
    `<!--[if mso]><style type="text/css">${faces.join("")}</style><![endif]-->`,
  ];
}

const outlookFonts = { serif: "Georgia", "sans-serif": "Arial", monospace: "Courier New" } as const;

type Mail = {
  title: string;
  language: string;
  fonts: string[];
  styles: string[];
  tags: string[];
  body: string;
};

function documentOf(mail: Mail): string {
  const tag = escapeHtml(mail.language);
  const language = tag === "" ? "" : ` lang="${tag}" xml:lang="${tag}"`;
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"${language}>
<head>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${mail.title}</title>
${mail.fonts.map((tag) => `${tag}\n`).join("")}<style type="text/css">
${mail.styles.join("\n")}
</style>
${mail.tags.join("\n")}
</head>
${mail.body.replaceAll("</html>", "").trim()}
</html>
`;
}
