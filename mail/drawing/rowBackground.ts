import type { Row, Values } from "../design/design.ts";
import { valueAt } from "../design/valuePaths.ts";
import { exporterConfig } from "./blockHtml.ts";
import { frameExporter } from "./exporters.ts";

type Declarations = Record<string, string>;
const properties = ["image", "repeat", "position", "size"].map((name) => `background-${name}`);
const none: Declarations = Object.fromEntries(properties.map((name) => [name, ""]));

/**
 * How the mail lays a picture behind a row: behind all of it, or behind its content. It is read from what the exporters
 * write, so that the canvas shows the same; empty values where there is none.
 */
export function rowBackground(
  row: Pick<Row, "cells">,
  { rowValues, bodyValues }: { rowValues: Values; bodyValues: Values },
): { whole: Declarations; content: Declarations } {
  const url = valueAt(rowValues, "backgroundImage.url");
  if (typeof url !== "string" || url === "") return { whole: none, content: none };
  const given = { rowIndex: 0, rowCells: row.cells, rowValues, bodyValues, defaultDevice: "desktop" };
  const drawn = frameExporter("Row").email("", rowValues, bodyValues, {
    ...given,
    variant: null,
    language: undefined,
    collection: "rows",
    exporterConfig: exporterConfig({ assetBase: "", bodyValues }),
  });
  const styleOf = (className: string) =>
    new RegExp(`class="[^"]*${className}[^"]*" style="([^"]*)"`).exec(drawn)?.[1] ?? "";
  return {
    whole: backgroundOf(styleOf("v-row-background-image--outer"), url),
    content: backgroundOf(styleOf("v-row-background-image--inner"), url),
  };
}

function backgroundOf(style: string, url: string): Declarations {
  const declared = properties.map((name) => {
    const value = new RegExp(`${name}:\\s*([^;]*)`).exec(style)?.[1]?.trim() ?? "";
    // The address itself may hold what ends a declaration; it is written anew.
    return [name, name === "background-image" && value !== "" ? `url("${encodeURI(url)}")` : value];
  });
  const isThere = declared[0]?.[1] !== "";
  return isThere ? Object.fromEntries(declared) : none;
}
