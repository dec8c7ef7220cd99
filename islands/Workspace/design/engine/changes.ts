import type { RefObject } from "react";
import type { Image } from "../../../../contract/schemas/image.ts";
import type { Design, Row } from "../../../_design/design.ts";
import * as edit from "../../../_design/edit.ts";
import { lexicalHtml } from "../../../_design/lexicalHtml.ts";
import { type Preset, presetBlock, presets } from "../../../_design/palette.ts";
import { withImage } from "./ImageFields.tsx";
import { bodySelected, type Selection } from "./selection.ts";
import { rowBelow, spotBelow } from "./spotBelow.ts";
import type { ImageTarget } from "./useImageDrop.ts";

export type ChangeContext = {
  design: Design;
  set: (design: Design, as?: string) => void;
  selection: Selection;
  select: (selection: Selection) => void;
  /** Begins to write in a text, or ends it with null. */
  write: (id: string | null) => void;
  /** Tells a screen reader what has happened. */
  say: (what: string) => void;
  frame: RefObject<HTMLElement | null>;
};

/** What can be changed about the mail's structure; each change is one step back and says what it did. */
export function changesOf(context: ChangeContext) {
  const { design, set, selection, select, say, frame } = context;
  const choose = (id: string) => {
    select({ kind: "block", id });
    focusBlock(frame, id);
  };
  const moveTo = (id: string, spot: edit.Spot) => {
    const next = edit.moveBlock(design, id, spot);
    set(next);
    choose(id);
    const at = edit.findBlock(next, id);
    if (at) say(`Moved to row ${at.row + 1}, column ${at.column + 1}, position ${at.index + 1}`);
  };
  return {
    moveTo,
    add(preset: Preset, at?: edit.Spot) {
      const block = presetBlock(preset);
      const base = design.body.rows.length === 0 ? edit.insertRow(design, 0, edit.emptyRow([1])) : design;
      set(edit.insertBlock(base, at ?? spotBelow(base, selection), block));
      choose(block.id);
      say(`${preset.title} added`);
    },
    addRow(cells: readonly number[]) {
      const row = { ...edit.emptyRow(cells), values: { columnsBackgroundColor: "#ffffff" } };
      set(edit.insertRow(design, rowBelow(design, selection), row));
      select({ kind: "row", id: row.id });
      say(`Row with ${cells.length === 1 ? "1 column" : `${cells.length} columns`} added`);
    },
    ...additions(context, choose),
    step(id: string, direction: 1 | -1) {
      const isRow = design.body.rows.some((row) => row.id === id);
      const moved = isRow ? edit.moveRow(design, id, direction) : design;
      const spot = isRow ? null : edit.stepOf(design, id, direction);
      if (spot !== null) moveTo(id, spot);
      else if (moved === design) say("Already at the edge");
      else {
        set(moved);
        say("Row moved");
      }
    },
    remove({ kind, id }: Selection) {
      set(kind === "row" ? edit.removeRow(design, id) : edit.removeBlock(design, id));
      select(bodySelected);
      context.write(null);
      say(`${kind === "row" ? "Row" : "Block"} deleted. Undo brings it back.`);
      // What had the focus is gone; Undo is what may be wanted next, once it can be pressed.
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(".editor-bar button")?.focus());
    },
    duplicate({ kind, id }: Selection) {
      const copied = kind === "row" ? null : edit.duplicateBlock(design, id);
      set(copied === null ? edit.duplicateRow(design, id) : copied.design);
      if (copied !== null) choose(copied.copyId);
      say("Duplicated");
    },
    edit(id: string) {
      const block = edit.findBlock(design, id)?.block;
      if (block?.type === "paragraph") set(edit.changeBlock(design, id, asText));
      if (block?.type === "text" || block?.type === "paragraph") context.write(id);
      else
        frame.current?.querySelector<HTMLElement>(".editor-settings :is(input, textarea, select)")?.focus();
    },
  };
}

/** What comes into the mail from elsewhere: a row that was kept, a picture from the desktop. */
function additions({ design, set, selection, select, say }: ChangeContext, choose: (id: string) => void) {
  return {
    insertRow(row: Row, name: string) {
      const copy = edit.freshRow(row);
      set(edit.insertRow(design, rowBelow(design, selection), copy));
      select({ kind: "row", id: copy.id });
      say(`${name} added`);
    },
    /** A picture goes into the image block that it was dropped on, else into a new one where it was dropped. */
    putImage(image: Image, { blockId, spot }: ImageTarget) {
      const isImage = blockId !== null && edit.findBlock(design, blockId)?.block.type === "image";
      const preset = presets.find(({ key }) => key === "image");
      if (isImage) {
        set(
          edit.changeBlock(design, blockId, (block) => ({
            ...block,
            values: withImage(block.values, image),
          })),
        );
        choose(blockId);
      } else if (preset !== undefined) {
        const block = presetBlock(preset);
        const base = design.body.rows.length === 0 ? edit.insertRow(design, 0, edit.emptyRow([1])) : design;
        const at = spot ?? spotBelow(base, selection);
        set(edit.insertBlock(base, at, { ...block, values: withImage(block.values, image) }));
        choose(block.id);
      }
      say("Picture added. Say in its settings what it shows.");
    },
  };
}

/** The canvas may not be drawn yet with what has just been added. */
export function focusBlock(frame: RefObject<HTMLElement | null>, id: string): void {
  requestAnimationFrame(() => {
    const canvas = frame.current?.querySelector(".editor-canvas")?.shadowRoot;
    canvas?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus();
  });
}

/** Unlayer's newer text becomes the older one only once somebody writes in it. */
function asText<T extends { type: string; values: Record<string, unknown> }>(block: T): T {
  const { textJson, ...values } = block.values;
  return { ...block, type: "text", values: { ...values, text: lexicalHtml(textJson) } };
}
