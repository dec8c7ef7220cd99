import { cellValue } from "../../../contract/imports/columns.ts";
import type { FieldValue, StoredFields } from "../../../contract/leads/customFields.ts";
import { readFieldValue } from "../../../contract/leads/readFieldValue.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import type { SheetColumn } from "../../sheets/messages.ts";
import type { StartedField, Unfit } from "./messages.ts";

/**
 * Reads the columns that become custom fields. If a cell does not match its field, only that value is left out and
 * reported, since the lead is still wanted. Null if no column becomes a field.
 */
export function createOwnFields(columns: readonly SheetColumn[], chosen: readonly StartedField[]) {
  const indexByName = new Map(columns.map(({ name, index }) => [name, index]));
  const places = chosen.flatMap(({ column, definition }) => {
    const index = indexByName.get(column);
    return index === undefined ? [] : [{ column, definition, index }];
  });
  const unfit: Unfit = { unfit: 0, unfitCells: [] };
  return {
    unfit,

    /** Counts the cells of an accepted row that do not match their fields. */
    read(cells: readonly string[], row: number): StoredFields {
      let values: Record<string, FieldValue> | null = null;
      for (const { column, definition, index } of places) {
        const read = readFieldValue(definition, cellValue(cells[index] ?? ""));
        if (!read.ok) {
          unfit.unfit += 1;
          if (unfit.unfitCells.length < importLimits.rejectsShown)
            unfit.unfitCells.push({ row, column, reason: read.reason });
        } else if (read.value !== null) {
          values ??= {};
          values[definition.id] = read.value;
        }
      }
      return values;
    },
  };
}
