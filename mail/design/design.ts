import { designLimits } from "../../contract/limits/design.ts";

/** Unlayer's design JSON, as far as we touch it. Whatever else stands in it is kept as it is. */
export type Values = { [key: string]: unknown };
export type Block = { id: string; type: string; values: Values; [other: string]: unknown };
export type Column = { id: string; values: Values; contents: Block[]; [other: string]: unknown };
export type Row = {
  id: string;
  cells: number[];
  columns: Column[];
  values: Values;
  [other: string]: unknown;
};
export type Body = { rows: Row[]; headers: Row[]; footers: Row[]; values: Values; [other: string]: unknown };
export type Design = { body: Body; schemaVersion?: unknown; [other: string]: unknown };

/** The newest form of Unlayer's designs that the exporters know; newer ones may say what we would drop. */
export const knownSchemaVersion = 24;

/**
 * Reads a stored or imported design. Ids that are missing, or another part's, are given; missing parts are empty, unknown ones stay.
 * Null when it is no design, or one that is too deep or too long to be drawn in good time.
 */
export function readDesign(value: unknown): Design | null {
  if (!isValues(value) || !isValues(value.body) || tooDeep(value)) return null;
  const { body } = value;
  if (!Array.isArray(body.rows)) return null;
  const own = ownIds();
  const readRows = (rows: unknown) => listOf(rows).map((row) => readRow(row, own));
  const design = {
    ...value,
    body: {
      ...body,
      values: valuesOf(body.values),
      rows: readRows(body.rows),
      headers: readRows(body.headers),
      footers: readRows(body.footers),
    },
  };
  return isTooLong(design) ? null : design;
}

/** Drawing takes time for every part; a column, for all columns beside it. */
function isTooLong({ body }: Design): boolean {
  const { rowsMax, columnsMax, blocksMax, itemsMax } = designLimits;
  const rows = [...body.headers, ...body.rows, ...body.footers];
  if (rows.length > rowsMax) return true;
  if (rows.some(({ columns, cells }) => Math.max(columns.length, cells.length) > columnsMax)) return true;
  const blocks = rows.flatMap((row) => row.columns.flatMap((column) => column.contents));
  return blocks.length > blocksMax || blocks.some(({ values }) => itemsOf(values) > itemsMax);
}

/** How many items all lists in a block's values have together: of a menu, a table. `tooDeep` has bounded the depth. */
function itemsOf(part: unknown): number {
  if (Array.isArray(part)) return part.reduce((sum: number, item) => sum + itemsOf(item), part.length);
  return isValues(part) ? Object.values(part).reduce((sum: number, value) => sum + itemsOf(value), 0) : 0;
}

export function blocksOf({ body }: Design): Block[] {
  return [...body.headers, ...body.rows, ...body.footers].flatMap((row) =>
    row.columns.flatMap((column) => column.contents),
  );
}

let counter = 0;
/** Unique within one design: an id only tells its parts apart. */
export function newId(): string {
  counter += 1;
  return `${Date.now().toString(36)}${counter.toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

export function isValues(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function valuesOf(value: unknown): Values {
  return isValues(value) ? value : {};
}

function readRow(row: Values, idOf: (part: Values) => string): Row {
  const columns = listOf(row.columns).map((column) => ({
    ...column,
    id: idOf(column),
    values: valuesOf(column.values),
    contents: listOf(column.contents).map((block) => ({
      ...block,
      id: idOf(block),
      // A name that every object has, such as "constructor", would be taken for that of a known type.
      type: typeof block.type === "string" && !(block.type in {}) ? block.type : "unknown",
      values: valuesOf(block.values),
    })),
  }));
  const cells = Array.isArray(row.cells) ? row.cells.map((cell) => countOf(cell) || 1) : [];
  while (cells.length < columns.length) cells.push(1);
  return { ...row, id: idOf(row), cells, columns, values: valuesOf(row.values) };
}

function listOf(value: unknown): Values[] {
  return Array.isArray(value) ? value.filter(isValues) : [];
}

/** A count, which some write as a text; 0 for what is none. */
export function countOf(value: unknown): number {
  return typeof value === "number" || typeof value === "string" ? Number(value) || 0 : 0;
}

/** Programs that put a design together may copy a part with its id: whoever deleted one would delete the other too. */
function ownIds(): (part: Values) => string {
  const given = new Set<string>();
  return ({ id }) => {
    const own = typeof id === "string" && id !== "" && !given.has(id) ? id : newId();
    given.add(own);
    return own;
  };
}

/** Looked at level by level: a recursive look would itself fall over what it looks for. */
function tooDeep(value: Values): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > designLimits.depthMax) return true;
    level = level.flatMap((part) =>
      typeof part === "object" && part !== null ? Object.values(part).filter(isNested) : [],
    );
  }
  return false;
}

const isNested = (value: unknown) => typeof value === "object" && value !== null;
