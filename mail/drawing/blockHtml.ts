import {
  type Block,
  type Column,
  countOf,
  isValues,
  type Row,
  type Values,
  valuesOf,
} from "../design/design.ts";
import { directionOf } from "../design/language.ts";
import { merged } from "../design/merged.ts";
import { soundValues } from "../design/settings.ts";
import { valueAt } from "../design/valuePaths.ts";
import { checkedValues } from "../values/checkedValues.ts";
import { defaultsOf, exporterName, exporterOf, frameExporter } from "./exporters.ts";
import { lexicalHtml } from "./lexicalHtml.ts";

/** Where a block stands: the exporters need it for widths and inherited styles. */
export type Place = {
  row: Pick<Row, "cells" | "values">;
  rowIndex: number;
  column: Pick<Column, "values">;
  columnIndex: number;
  index: number;
  bodyValues: Values;
  /** Where icons and placeholders of blocks are served from: `/static/email` in the editor. */
  assetBase: string;
};

/** One block as the HTML of a mail, within its padding. A type that nobody knows is drawn as nothing. */
export function blockHtml(block: Block, place: Place): string {
  const name = exporterName(block.type);
  const values = drawnValues(block, place.bodyValues);
  const { index, columnIndex, bodyValues, row } = place;
  const rowValues = { ...row.values, cells: row.cells };
  const meta = metaOf(place);
  const exporter = lackOf(block) === null ? exporterOf(name) : undefined;
  const inner = exporter?.email(values, index, columnIndex, row.cells, bodyValues, rowValues, {}, meta) ?? "";
  return frameExporter("Content").email(inner, values, bodyValues, meta);
}

type Lack = "picture" | "video" | "timer" | "social" | "unknown";

/** What somebody still has to choose before a block shows anything; null when it is complete. */
export function lackOf({ type, values }: Block): Lack | null {
  if (type === "image" && !valueAt(values, "src.url")) return "picture";
  if (type === "video" && !valueAt(values, "video.thumbnail")) return "video";
  if (type === "timer" && !valueAt(values, "countdown.countdownUrl")) return "timer";
  const icons = valueAt(values, "icons.icons");
  if (type === "social" && !(Array.isArray(icons) && icons.length > 0)) return "social";
  return exporterOf(exporterName(type)) === undefined ? "unknown" : null;
}

/** A block's values as the exporters want them: complete, with links in the form that they read. */
export function drawnValues(block: Block, bodyValues: Values): Values {
  const fallback = { htmlID: `u_content_${block.id}`, htmlClassNames: `u_content_${block.type}` };
  const base = { containerPadding: "10px", _meta: fallback };
  const defaults = merged(base, turned(defaultsOf(exporterName(block.type)), bodyValues));
  const values = soundValues(merged(defaults, checkedValues(block.values)), defaults);
  for (const key of ["href", "action"]) if (values[key] !== undefined) values[key] = linkOf(values[key]);
  // The exporters take one round of escaping off a button's label: a typed "<" would become HTML.
  if (block.type === "button" && typeof values.text === "string")
    values.text = values.text.replaceAll(/&(amp|lt|gt|quot|#39);/g, "&amp;$1;");
  if (block.type === "image") values.src = measured(valuesOf(values.src), valuesOf(block.values.src));
  if (block.type === "social") values.icons = servedIcons(valuesOf(values.icons));
  if (block.type === "menu") {
    const menu = valuesOf(values.menu);
    const items = (Array.isArray(menu.items) ? menu.items : []).filter(isValues);
    values.menu = { ...menu, items: items.map((item) => ({ ...item, link: linkOf(item.link) })) };
  }
  return values;
}

/**
 * Outlook draws a picture as high as it is told: the height that the exporters take where nobody knows one would put it out of
 * shape. They read numbers only.
 */
function measured(src: Values, given: Values): Values {
  const pixels = (side: unknown) => countOf(side) || side;
  return { ...src, width: pixels(src.width), height: pixels(given.height) ?? "auto" };
}

/** Words begin where their script does, unless somebody has said otherwise. */
function turned(defaults: Values, bodyValues: Values): Values {
  if (directionOf(bodyValues) === undefined) return defaults;
  const entries = Object.entries(defaults);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, /textAlign$/i.test(key) && value === "left" ? "right" : value]),
  );
}

/** Networks whose icons we have drawn; any other page of somebody's is a website. */
export const networks = [
  "Facebook",
  "Instagram",
  "X",
  "LinkedIn",
  "YouTube",
  "TikTok",
  "GitHub",
  "Website",
  "Email",
] as const;
const known = new Set(networks.map((name) => name.toLowerCase()));
const shapes = ["circle", "square", "rounded"];

/** The exporters make an address of whatever the name and the shape are: only those that we serve may remain. */
function servedIcons(icons: Values): Values {
  const custom = valueAt(icons, "editor.data.customIcons");
  const own = new Set((Array.isArray(custom) ? custom : []).filter(isValues).map(({ name }) => name));
  const list = (Array.isArray(icons.icons) ? icons.icons : []).filter(isValues);
  return {
    ...icons,
    iconType: shapes.includes(String(icons.iconType)) ? icons.iconType : "circle",
    icons: list.map((icon) => {
      const name = String(icon.name ?? "");
      if (own.has(icon.name) || known.has(name.toLowerCase())) return icon;
      return { ...icon, name: name.toLowerCase() === "twitter" ? "X" : "Website" };
    }),
  };
}

/** Stored links say `{ name, values: { href, target } }`; the exporters read `{ url, target }`. */
function linkOf(stored: unknown): unknown {
  if (typeof stored === "string") return { url: stored, target: "_blank" };
  if (!isValues(stored) || "url" in stored || !isValues(stored.values)) return stored;
  const { href = "", target = "_blank" } = stored.values;
  return { url: href, target, ...valuesOf(stored.attrs) };
}

/** What the exporters ask of the program around them. */
export function exporterConfig({ assetBase, bodyValues }: Pick<Place, "assetBase" | "bodyValues">) {
  return {
    generateHtmlFromTextJson: lexicalHtml,
    toSafeHtml: (html: unknown) => html,
    textDirection: directionOf(bodyValues),
    cdnBaseUrl: assetBase,
  };
}

function metaOf(place: Place): Values {
  return {
    index: place.index,
    columnIndex: place.columnIndex,
    columnValues: place.column.values,
    rowIndex: place.rowIndex,
    rowCells: place.row.cells,
    rowValues: place.row.values,
    bodyValues: place.bodyValues,
    defaultDevice: "desktop",
    exporterConfig: exporterConfig(place),
    variant: null,
    language: undefined,
    embeddedValues: {},
    mergeTagState: { mergeTagGroup: "", mergeTagRule: "", mergeTags: {} },
  };
}
