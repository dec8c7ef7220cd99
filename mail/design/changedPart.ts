import { rowsOf } from "./areas.ts";
import type { Block, Design } from "./design.ts";

/** A part of a mail, by its id; the mail itself has none. */
export type DesignPart = { kind: "block" | "row" | "column" | "body"; id: string };

/**
 * The first part of a design that is not what it was in another: changes leave what they do not touch as the very same
 * objects. Where something is only missing, it is the row that held it; null where that is gone too.
 */
export function changedPart(from: Design, to: Design): DesignPart | null {
  const before = new Set<unknown>(rowsOf(from));
  for (const row of rowsOf(to)) {
    if (before.has(row)) continue;
    const was = rowsOf(from).find(({ id }) => id === row.id);
    if (was === undefined || was.values !== row.values) return { kind: "row", id: row.id };
    for (const column of row.columns) {
      const earlier = was.columns.find(({ id }) => id === column.id);
      if (earlier === column) continue;
      const block = newBlock(earlier?.contents ?? [], column.contents);
      if (block !== null) return { kind: "block", id: block.id };
      if (earlier?.values !== column.values) return { kind: "column", id: column.id };
    }
  }
  return from.body.values === to.body.values ? otherRow(from, to) : { kind: "body", id: "" };
}

/** A block that was not there or was another, or one that stands elsewhere than it did. */
function newBlock(before: readonly Block[], after: readonly Block[]): Block | null {
  const known = new Set(before);
  const fresh = after.find((block) => !known.has(block));
  if (fresh !== undefined || after.length < before.length) return fresh ?? null;
  return after.find((block, at) => block !== before[at]) ?? null;
}

/** A row that stands elsewhere, or lacks something. */
function otherRow(from: Design, to: Design): DesignPart | null {
  const before = rowsOf(from);
  const after = rowsOf(to);
  if (after.length !== before.length) return null;
  const other = after.find((row, at) => row !== before[at]);
  return other === undefined ? null : { kind: "row", id: other.id };
}
