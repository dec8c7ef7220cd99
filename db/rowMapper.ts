import { Column, type DriverValueDecoder, getTableName, is, noopDecoder, SQL, Subquery } from "drizzle-orm";

type Field = { path: readonly string[]; field: unknown };
type Row = readonly unknown[];
type Mapped = Record<string, unknown>;
type Decoder = DriverValueDecoder<unknown, unknown>;

/** What drizzle's prepared statements know of their rows, in each of its drivers. */
type Preparing = {
  fields?: readonly Field[] | undefined;
  /** Of a join: whether a table of it has a row in every result. */
  joinsNotNullableMap?: Record<string, boolean> | undefined;
  customResultMapper?: ((rows: readonly Row[]) => unknown) | undefined;
};

/**
 * Drizzle asks of each value of each row anew where it belongs and how it is read, which takes longer than reading it. For
 * a statement that is kept this is found out once.
 */
export function mapRowsOnce<T>(prepared: T): T {
  const of = prepared as Preparing;
  const { fields, joinsNotNullableMap } = of;
  const isDeep = fields?.some(({ path }) => path.length > 2);
  if (fields !== undefined && !isDeep && of.customResultMapper === undefined)
    of.customResultMapper = rowMapper(fields, joinsNotNullableMap);
  return prepared;
}

/** Maps rows as drizzle's `mapResultRow` does, from fields that stand in a row's object or in an object of that. */
function rowMapper(
  fields: readonly Field[],
  joined?: Record<string, boolean>,
): (rows: readonly Row[]) => Mapped[] {
  const parts = partsOf(fields, joined);
  return (rows) =>
    rows.map((row) => {
      const mapped: Mapped = {};
      for (const part of parts) mapped[part.key] = "at" in part ? read(part, row) : objectOf(part, row);
      return mapped;
    });
}

type Value = { key: string; at: number; decoder: Decoder | null };
type Part = Value | { key: string; values: Value[]; nullAt: number | null };

function read({ at, decoder }: Value, row: Row): unknown {
  const raw = row[at];
  return raw === null || decoder === null ? raw : decoder.mapFromDriverValue(raw);
}

function objectOf({ values, nullAt }: Extract<Part, { values: unknown }>, row: Row): Mapped | null {
  if (nullAt !== null && row[nullAt] === null) return null;
  const object: Mapped = {};
  for (const value of values) object[value.key] = read(value, row);
  return object;
}

function partsOf(fields: readonly Field[], joined: Record<string, boolean> | undefined): Part[] {
  const parts = new Map<string, Part>();
  const tables = new Map<string, string | null>();
  for (const [at, { path, field }] of fields.entries()) {
    const [first = "", second] = path;
    const decoder = decoderOf(field);
    if (second === undefined) {
      parts.set(first, { key: first, at, decoder });
      continue;
    }
    const known = parts.get(first);
    const part = known !== undefined && "values" in known ? known : { key: first, values: [], nullAt: null };
    parts.set(first, part);
    part.values.push({ key: second, at, decoder });
    if (joined === undefined || !is(field, Column)) continue;
    const table = getTableName(field.table);
    const before = tables.get(first);
    // The object is null where its table has no row, which its first column tells; one of several tables never is.
    if (before === undefined) part.nullAt = joined[table] ? null : at;
    else if (before !== table) part.nullAt = null;
    tables.set(first, before === undefined || before === table ? table : null);
  }
  return [...parts.values()];
}

/** Null for what gives a value back as it is. */
function decoderOf(field: unknown): Decoder | null {
  const decoder = is(field, Column) ? field : decoderOfSql(field);
  const isPlain = decoder === noopDecoder || decoder.mapFromDriverValue === plain;
  return isPlain ? null : decoder;
}

function decoderOfSql(field: unknown): Decoder {
  const asked = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : (field as SQL.Aliased).sql;
  return (asked as unknown as { decoder: Decoder }).decoder;
}

const plain = Column.prototype.mapFromDriverValue;
