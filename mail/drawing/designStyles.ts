import type { Block, Column, Design, Row, Values } from "../design/design.ts";
import { directionOf } from "../design/language.ts";
import { merged } from "../design/merged.ts";
import { soundValues } from "../design/settings.ts";
import { valueAt, withValueAt } from "../design/valuePaths.ts";
import { checkedValues } from "../values/checkedValues.ts";
import { drawnValues } from "./blockHtml.ts";
import { defaultsOf, exporterName, headOf } from "./exporters.ts";
import { mobileCss } from "./mobileCss.ts";

/** What a mail has in its head beside the grid: the parts' own styles, then the rules for one kind of screen. */
type DesignStyles = { styles: string[]; tags: string[]; phone: string[]; desktop: string[] };

export function designStyles(design: Design): DesignStyles {
  for (const drawing = stylesDrawing(design); ; ) {
    const step = drawing.next();
    if (step.done) return step.value;
  }
}

/** The same, with a place after each block where something else may be done. */
export function* stylesDrawing(design: Design): Generator<{ characters: number }, DesignStyles> {
  const bodyValues = bodyValuesOf(design);
  const { headers, rows, footers } = design.body;
  const { textColor, linkStyle } = bodyValues;
  const body = JSON.stringify([textColor, linkStyle, directionOf(bodyValues)]);
  const pieces = [headStyles("Body", { values: bodyValues, bodyValues })];
  for (const row of [...headers, ...rows, ...footers]) {
    let styles = rememberedStyles(row, body);
    if (styles === undefined) {
      styles = gathered(yield* rowPieces(row, { body, bodyValues }));
      remembered.set(row, { body, styles });
    }
    pieces.push(styles);
  }
  return gathered(pieces);
}

function* rowPieces(
  row: Row,
  { body, bodyValues }: { body: string; bodyValues: Values },
): Generator<{ characters: number }, DesignStyles[]> {
  const pieces = [partStyles("Row", "row", { values: rowValuesOf(row), bodyValues })];
  for (const column of row.columns) {
    const values = columnValuesOf(column);
    pieces.push(stylesOf(column.values, body, () => partStyles("Column", "column", { values, bodyValues })));
    for (const block of column.contents) {
      pieces.push(stylesOf(block, body, () => blockStyles(block, bodyValues)));
      yield { characters: 0 };
    }
  }
  return pieces;
}

function gathered(pieces: readonly DesignStyles[]): DesignStyles {
  return {
    styles: pieces.flatMap((piece) => piece.styles),
    tags: [...new Set(pieces.flatMap((piece) => piece.tags))],
    phone: pieces.flatMap((piece) => piece.phone),
    desktop: pieces.flatMap((piece) => piece.desktop),
  };
}

export function bodyValuesOf(design: Design): Values {
  const base = { contentWidth: "600px", _meta: { htmlID: "u_body", htmlClassNames: "u_body" } };
  const values = over({ ...defaultsOf("Body"), ...base }, checkedValues(design.body.values));
  // A mail says that it is for light and dark screens: behind one without a ground a dark screen's own shows, which takes
  // dark words with it.
  return /^(transparent)?$/i.test(String(values.backgroundColor).trim())
    ? { ...values, backgroundColor: "#ffffff" }
    : values;
}

export function rowValuesOf(row: Row): Values {
  const _meta = { htmlID: `u_row_${row.id}`, htmlClassNames: "u_row" };
  const values = over({ ...defaultsOf("Row"), _meta }, { ...checkedValues(row.values), cells: row.cells });
  // Older designs say it of the row itself; the exporters read only what is said for phones.
  const noStackMobile = valueAt(values, "_override.mobile.noStackMobile") ?? values.noStackMobile;
  return noStackMobile === true ? withValueAt(values, "_override.mobile.noStackMobile", true) : values;
}

export function columnValuesOf(column: Column): Values {
  const _meta = { htmlID: `u_column_${column.id}`, htmlClassNames: "u_column" };
  return over({ ...defaultsOf("Column"), _meta }, checkedValues(column.values));
}

function over(defaults: Values, given: Values): Values {
  return soundValues(merged(defaults, given), defaults);
}

export function contentWidthPx(bodyValues: Values): number {
  const width = Number.parseInt(String(bodyValues.contentWidth), 10);
  return width > 0 ? width : 600;
}

/** While somebody types, all parts but one are the same objects as before; their styles are remembered. */
const remembered = new WeakMap<object, { body: string; styles: DesignStyles }>();

function stylesOf(part: object, body: string, make: () => DesignStyles): DesignStyles {
  const styles = rememberedStyles(part, body) ?? make();
  remembered.set(part, { body, styles });
  return styles;
}

function rememberedStyles(part: object, body: string): DesignStyles | undefined {
  const known = remembered.get(part);
  return known?.body === body ? known.styles : undefined;
}

type Drawn = { values: Values; bodyValues: Values };

function blockStyles(block: Block, bodyValues: Values): DesignStyles {
  const values = drawnValues(block, bodyValues);
  const content = headStyles("Content", { values, bodyValues });
  const own = partStyles(exporterName(block.type), "block", { values, bodyValues });
  return { ...own, styles: [...content.styles, ...own.styles], tags: [...content.tags, ...own.tags] };
}

function partStyles(name: string, kind: "block" | "row" | "column", drawn: Drawn): DesignStyles {
  const { phone, desktop } = mobileCss(kind, drawn.values);
  const head = headStyles(name, drawn);
  return { ...head, phone: phone === "" ? [] : [phone], desktop: desktop === "" ? [] : [desktop] };
}

function headStyles(name: string, { values, bodyValues }: Drawn): DesignStyles {
  const context = {
    displayMode: "email",
    isViewer: false,
    variant: null,
    type: "rows",
    headConfig: { hasFeature: () => false, getInitialValues: () => ({}) },
  };
  const head = headOf(name);
  const css = minified(head?.css?.(values, bodyValues, context) ?? "");
  return {
    styles: css === "" ? [] : [css],
    tags: head?.tags?.(values, bodyValues, context) ?? [],
    phone: [],
    desktop: [],
  };
}

function minified(css: string): string {
  const lines = css.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}
