import { importLimits } from "../limits/imports.ts";
import type { ColumnChoice, UnreadColumn } from "../schemas/imports.ts";

type Unread = { unread: readonly UnreadColumn[]; unreadSubscribed: readonly UnreadColumn[] };

/** Of all columns with values that are neither a yes nor a no those that are to say who unsubscribed, or who did not. */
export function unreadIn({ unread, unreadSubscribed }: Unread, columns: ColumnChoice): UnreadColumn[] {
  return [
    ...unread.filter(({ column }) => columns.unsubscribed.includes(column)),
    ...unreadSubscribed.filter(({ column }) => columns.subscribed.includes(column)),
  ];
}

/** What could not be read, in a sentence a column: 3 values of "Left" could not be read as yes or no: "maybe", "?". */
export function unreadText(
  unread: readonly (Omit<UnreadColumn, "values"> & { values: readonly string[] })[],
): string {
  return unread
    .map(({ column, count, values }) => {
      const shown = values.map((value) => (value === "" ? "blank" : `"${value}"`)).join(", ");
      const more = values.length === importLimits.unreadShown && count > values.length ? ", …" : "";
      const number = `${count.toLocaleString("en")}${count === importLimits.unreadMax ? " or more" : ""}`;
      const what = count === 1 ? "1 value" : `${number} values`;
      return `${what} of "${column}" could not be read as yes or no: ${shown}${more}.`;
    })
    .join(" ");
}
