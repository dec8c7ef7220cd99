import type { RefObject } from "react";
import type { EditorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import { type Area, rowsOf } from "../../../../mail/design/areas.ts";
import type { Design, Row } from "../../../../mail/design/design.ts";
import * as rows from "../../../../mail/design/editRows.ts";
import { gapBelow } from "./canvas/insertionPlace.ts";
import { focusRow } from "./focusPart.ts";
import type { Selection } from "./selection.ts";

export type ChangeContext = {
  design: Design;
  set: (design: Design, as?: string) => void;
  selection: Selection;
  select: (selection: Selection) => void;
  /** Starts editing a text; null ends it. */
  write: (id: string | null) => void;
  /** Announces what has happened to screen readers. */
  say: (what: string) => void;
  frame: RefObject<HTMLElement | null>;
};

/** The changes of whole rows. Each is one undo step and is announced. */
export function rowChanges(
  { design, set, selection, select, say, frame }: ChangeContext,
  texts: EditorTexts,
) {
  const choose = (id: string) => {
    select({ kind: "row", id });
    focusRow(frame, id);
  };
  const moved = (next: Design, id: string) => {
    if (next === design) return say(texts.said.atTheEdge);
    set(next);
    choose(id);
    const all = rowsOf(next);
    say(texts.said.rowMoved({ place: all.findIndex((row) => row.id === id) + 1, of: all.length }));
  };
  return {
    moveRowTo: (id: string, gap: number) => moved(rows.moveRow(design, id, gap), id),
    stepRow: (id: string, direction: 1 | -1) => moved(rows.stepRow(design, id, direction), id),
    placeRow(id: string, area: Area) {
      set(rows.placeRow(design, id, area));
      choose(id);
      say(texts.said.rowPlaced(texts.said.areas[area]));
    },
    duplicateRow(id: string) {
      const { design: next, copyId } = rows.duplicateRow(design, id);
      set(next);
      choose(copyId);
      say(texts.said.rowDuplicated);
    },
    /** The focus moves to the neighbouring row, so that the keyboard stays in place. */
    removeRow(id: string) {
      const all = rowsOf(design);
      const at = all.findIndex((row) => row.id === id);
      const neighbour = all[at + 1] ?? all[at - 1];
      set(rows.removeRow(design, id));
      say(texts.said.rowDeleted);
      return neighbour?.id ?? null;
    },
    addRow(cells: readonly number[], gap = gapBelow(design, selection)) {
      const row = { ...rows.emptyRow(cells), values: { columnsBackgroundColor: "#ffffff" } };
      set(rows.insertRow(design, gap, row));
      choose(row.id);
      say(texts.said.rowAdded(cells.length));
    },
    insertRow(row: Row, name: string, gap = gapBelow(design, selection)) {
      const copy = rows.freshRow(row);
      set(rows.insertRow(design, gap, copy));
      choose(copy.id);
      say(texts.said.added(name));
    },
    isRow: (id: string) => rowsOf(design).some((row) => row.id === id),
  };
}
