import { type Names, personName } from "./personName.ts";

/** How a row is read: the text of a cell as a value, and what a column is called; a column is its name, or its place. */
type RowReading<Column> = { textOf: (column: Column) => string; nameOf: (column: Column) => string };
type Filled<Column> = { column: Column | null; text: string };

/** The names of a row, each from the first of its columns that is not blank. */
export function rowNames<Column>(
  columns: { firstName: readonly Column[]; lastName: readonly Column[] },
  { textOf, nameOf }: RowReading<Column>,
): Names {
  const { column, text } = firstFilled(columns.firstName, textOf);
  const names = { firstName: text, lastName: firstFilled(columns.lastName, textOf).text };
  // Nearly none has anything to look at.
  if (!/[,>]/.test(names.firstName) && !names.lastName.includes(">")) return names;
  return personName(names, {
    column: column === null ? "" : nameOf(column),
    isAlone: columns.lastName.length === 0,
  });
}

/** The first of a field's columns that is not blank in a row, and what it says there. */
export function firstFilled<Column>(
  columns: readonly Column[],
  textOf: (column: Column) => string,
): Filled<Column> {
  for (const column of columns) {
    const text = textOf(column);
    if (text !== "") return { column, text };
  }
  return { column: null, text: "" };
}
