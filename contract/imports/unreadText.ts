import { limits } from "../limits.ts";
import type { UnreadColumn } from "../schemas/imports.ts";

/** Of all columns with values that are neither a yes nor a no those that are to say who unsubscribed. */
export function unreadIn(unread: readonly UnreadColumn[], columns: readonly string[]): UnreadColumn[] {
  return unread.filter(({ column }) => columns.includes(column));
}

/** What could not be read, in a sentence a column: 3 values of "Left" could not be read as yes or no: "maybe", "?". */
export function unreadText(unread: readonly UnreadColumn[]): string {
  return unread
    .map(({ column, count, values }) => {
      const shown = values.map((value) => `"${value}"`).join(", ");
      const more = values.length === limits.imports.unreadShown && count > values.length ? ", …" : "";
      const number = `${count.toLocaleString("en")}${count === limits.imports.unreadMax ? " or more" : ""}`;
      const what = count === 1 ? "1 value" : `${number} values`;
      return `${what} of "${column}" could not be read as yes or no: ${shown}${more}.`;
    })
    .join(" ");
}
