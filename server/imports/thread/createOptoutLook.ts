import { type OptoutReading, readOptout, saysLeft } from "../../../contract/imports/optout.ts";
import { limits } from "../../../contract/limits.ts";
import type { UnreadColumn } from "../../../contract/schemas/imports.ts";
import type { SheetColumn } from "../../sheets/messages.ts";

/** `values` are different unread ones; `known` is what cells say that come again, as most of such a column do. */
type Look = { count: number; values: Set<string>; known: Map<string, OptoutReading>; isLeaving: boolean };

/**
 * Looks through all columns for what each would say of who unsubscribed, since any of them may be chosen for it.
 * A column of names or addresses is soon known to say nothing, and is not looked at any more; one that has few
 * different values is looked at to its end, as only the last of them may say that somebody unsubscribed.
 */
export function createOptoutLook() {
  const looks: Look[] = [];
  return {
    add(cells: readonly string[]): void {
      for (const [index, cell] of cells.entries()) {
        if (cell === "") continue;
        looks[index] ??= { count: 0, values: new Set(), known: new Map(), isLeaving: false };
        const look = looks[index];
        if (look === undefined || isVaried(look)) continue;
        if (readingIn(look, cell) === "unread") look.count += 1;
      }
    },

    result(columns: readonly SheetColumn[]): { unread: UnreadColumn[]; leaving: string[] } {
      const found = columns.flatMap(({ index, name }) => {
        const look = looks[index];
        return look === undefined ? [] : [{ column: name, ...look }];
      });
      return {
        unread: found
          .filter(({ count }) => count > 0)
          .map(({ column, count, values }) => ({
            column,
            count,
            values: [...values].slice(0, limits.imports.unreadShown),
          })),
        leaving: found.filter(({ isLeaving }) => isLeaving).map(({ column }) => column),
      };
    },
  };
}

function isVaried({ count, values }: Look): boolean {
  return count >= limits.imports.unreadMax && values.size === limits.imports.unreadDifferent;
}

function readingIn(look: Look, cell: string): OptoutReading {
  const known = look.known.get(cell);
  if (known !== undefined) return known;
  const said = readOptout(cell);
  if (look.known.size < limits.imports.unreadDifferent) look.known.set(cell, said);
  if (said === "yes") look.isLeaving ||= saysLeft(cell);
  if (said === "unread" && look.values.size < limits.imports.unreadDifferent)
    look.values.add(cell.trim().replace(/\s+/g, " ").slice(0, limits.imports.unreadCharacters));
  return said;
}
