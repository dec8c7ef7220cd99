import { type Block, type Design, isValues, type Row, type Values } from "../design/design.ts";
import { lexicalHtml } from "../drawing/lexicalHtml.ts";
import { cleaning } from "./safeHtml.ts";

/** The values that are HTML, wherever in a block they stand: of texts, headings, buttons, HTML, cells of a table. */
const ofHtml = new Set(["text", "html"]);

/**
 * The design with every HTML in it cleaned and closed by itself. The exporters put them into the mail as they are:
 * one that opens a drawing, a style or a table and never closes it would take the rest of the mail along, the way to
 * unsubscribe included.
 */
export function* closedValues(design: Design): Generator<void, Design> {
  const { headers, rows, footers } = design.body;
  const body = {
    ...design.body,
    headers: yield* closedRows(headers),
    rows: yield* closedRows(rows),
    footers: yield* closedRows(footers),
  };
  return { ...design, body };
}

function* closedRows(rows: readonly Row[]): Generator<void, Row[]> {
  const closed: Row[] = [];
  for (const row of rows) {
    const columns: Row["columns"] = [];
    for (const column of row.columns) {
      const contents: Block[] = [];
      for (const block of column.contents)
        contents.push({ ...block, values: (yield* closedPart(block.values)) as Values });
      columns.push({ ...column, contents });
    }
    closed.push({ ...row, columns });
  }
  return closed;
}

/** By recursion: `readDesign` has bounded how deep. */
function* closedPart(part: unknown): Generator<void, unknown> {
  if (Array.isArray(part)) {
    const items: unknown[] = [];
    for (const item of part) items.push(yield* closedPart(item));
    return items;
  }
  if (!isValues(part)) return part;
  const closed: Values = {};
  for (const [key, value] of Object.entries(part)) closed[key] = yield* closedValue(key, value);
  return closed;
}

function* closedValue(key: string, value: unknown): Generator<void, unknown> {
  // Its words are none, and are drawn as they stand.
  if (key === "menu") return value;
  if (typeof value !== "string") return yield* closedPart(value);
  if (key === "textJson") {
    const html = yield* cleaning(lexicalHtml(value), { fragment: true });
    return JSON.stringify({ __html: html });
  }
  if (!ofHtml.has(key) || !value.includes("<")) return value;
  return yield* cleaning(value, { fragment: true });
}
