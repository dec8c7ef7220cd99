import { escapeHtml } from "../../contract/mergeFields.ts";
import { blockHtml, drawnValues, exporterConfig } from "./blockHtml.ts";
import type { Design, Row, Values } from "./design.ts";
import { defaultsOf, exporterName, frameExporter, headOf } from "./exporters.ts";
import { gridCss } from "./gridCss.ts";
import { merged } from "./merged.ts";
import { mobileCss } from "./mobileCss.ts";

export type DesignHtmlOptions = { title: string; assetBase: string };
type Head = { styles: string[]; tags: Set<string>; phone: string[]; desktop: string[] };

/**
 * A whole design as the HTML of a mail, by Unlayer's own exporters: tables, and VML for Outlook. Text and HTML
 * blocks come out as they were written, so whoever sends or shows this cleans it first.
 */
export function designHtml(design: Design, { title, assetBase }: DesignHtmlOptions): string {
  const bodyValues = bodyValuesOf(design);
  const head: Head = { styles: [], tags: new Set(), phone: [], desktop: [] };
  collect(head, "Body", { values: bodyValues, bodyValues });
  const { headers, rows, footers } = design.body;
  const parts = { headers, rows, footers };
  const drawn = Object.entries(parts).flatMap(([collection, list]) =>
    list.map((row, rowIndex) => rowHtml({ row, rowIndex, collection, bodyValues, head, assetBase })),
  );
  const body = frameExporter("Body").email(drawn.join("\n"), bodyValues, bodyValues, {
    bodyValues,
    type: "rows",
    variant: null,
  });
  const widthPx = contentWidthPx(bodyValues);
  const styles = [
    gridCss([...headers, ...rows, ...footers], { widthPx }),
    ...head.styles,
    media("max", widthPx, head.phone),
    media("min", widthPx, head.desktop),
  ];
  return documentOf({
    title,
    styles: styles.filter((style) => style.trim() !== ""),
    tags: [...head.tags],
    body,
  });
}

export function bodyValuesOf(design: Design): Values {
  const base = { contentWidth: "600px", _meta: { htmlID: "u_body", htmlClassNames: "u_body" } };
  return merged({ ...defaultsOf("Body"), ...base }, design.body.values);
}

export function contentWidthPx(bodyValues: Values): number {
  const width = Number.parseInt(String(bodyValues.contentWidth), 10);
  return width > 0 ? width : 600;
}

type RowParts = {
  row: Row;
  rowIndex: number;
  collection: string;
  bodyValues: Values;
  head: Head;
  assetBase: string;
};

function rowHtml({ row, rowIndex, collection, bodyValues, head, assetBase }: RowParts): string {
  const rowMeta = { htmlID: `u_row_${row.id}`, htmlClassNames: "u_row" };
  const rowValues: Values = merged(
    { ...defaultsOf("Row"), _meta: rowMeta },
    { ...row.values, cells: row.cells },
  );
  collect(head, "Row", { values: rowValues, bodyValues, kind: "row" });
  const columns = row.columns.map((column, columnIndex) => {
    const columnMeta = { htmlID: `u_column_${column.id}`, htmlClassNames: "u_column" };
    const columnValues = merged({ ...defaultsOf("Column"), _meta: columnMeta }, column.values);
    collect(head, "Column", { values: columnValues, bodyValues, kind: "column" });
    const placed = { rowIndex, columnIndex, bodyValues, assetBase };
    const place = {
      ...placed,
      row: { cells: row.cells, values: rowValues },
      column: { values: columnValues },
    };
    const inner = column.contents.map((block, index) => {
      const values = drawnValues(block);
      collect(head, "Content", { values, bodyValues });
      collect(head, exporterName(block.type), { values, bodyValues, kind: "block" });
      return blockHtml(block, { ...place, index });
    });
    const meta = { columnIndex, columnValues, rowIndex, rowCells: row.cells, rowValues, bodyValues };
    const given = [inner.join(""), columnValues, columnIndex, row.cells, bodyValues, rowValues];
    return frameExporter("Column").email(...given, { ...meta, variant: null, language: "" });
  });
  return frameExporter("Row").email(columns.join(""), rowValues, bodyValues, {
    rowIndex,
    rowCells: row.cells,
    rowValues,
    bodyValues,
    defaultDevice: "desktop",
    variant: null,
    language: undefined,
    collection,
    exporterConfig: exporterConfig(assetBase),
  });
}

/** Gathers what a part wants in the head of the mail. */
function collect(
  head: Head,
  name: string,
  { values, bodyValues, kind }: { values: Values; bodyValues: Values; kind?: "block" | "row" | "column" },
): void {
  const context = {
    displayMode: "email",
    isViewer: false,
    variant: null,
    type: "rows",
    headConfig: { hasFeature: () => false, getInitialValues: () => ({}) },
  };
  const part = headOf(name);
  const css = part?.css?.(values, bodyValues, context);
  if (css?.trim()) head.styles.push(tightened(css));
  for (const tag of part?.tags?.(values, bodyValues, context) ?? []) head.tags.add(tag);
  if (kind === undefined) return;
  const { phone, desktop } = mobileCss(kind, values);
  if (phone !== "") head.phone.push(phone);
  if (desktop !== "") head.desktop.push(desktop);
}

function tightened(css: string): string {
  const lines = css.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}

function media(side: "min" | "max", widthPx: number, rules: readonly string[]): string {
  // Both sides meet at the width where the columns begin to stack.
  const edge = side === "max" ? widthPx + 20 : widthPx + 21;
  return rules.length === 0
    ? ""
    : `@media only screen and (${side}-width:${edge}px){\n${rules.join("\n")}\n}`;
}

function documentOf(mail: { title: string; styles: string[]; tags: string[]; body: string }): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.title)}</title>
<style type="text/css">
${mail.styles.join("\n")}
</style>
${mail.tags.join("\n")}
</head>
${mail.body.replaceAll("</html>", "").trim()}
</html>
`;
}
