import type { Image } from "../../../../contract/schemas/image.ts";
import type { EditorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import type { Block } from "../../../../mail/design/design.ts";
import * as edit from "../../../../mail/design/edit.ts";
import { fresh } from "../../../../mail/design/editRows.ts";
import { fittedBlock } from "../../../../mail/design/fitted.ts";
import { type Preset, presets } from "../../../../mail/design/palette.ts";
import { lexicalHtml } from "../../../../mail/drawing/lexicalHtml.ts";
import { isApple } from "../../shell/isApple.ts";
import { insertionPlace } from "./canvas/insertionPlace.ts";
import { focusBlock, focusRow, focusUndo } from "./focusPart.ts";
import { withImage } from "./pictures/ImageFields.tsx";
import type { ImageTarget } from "./pictures/useImageDrop.ts";
import { type ChangeContext, rowChanges } from "./rowChanges.ts";
import { bodySelected, type Selection } from "./selection.ts";

/** The block that was copied last. It can be pasted into another template too, until the page is left. */
let copied: Block | null = null;

/** The changes of a mail's structure. Each is one undo step and is announced. */
export function changesOf(context: ChangeContext, texts: EditorTexts) {
  const { design, set, selection, select, say, frame } = context;
  const rows = rowChanges(context, texts);
  const choose = (id: string) => {
    select({ kind: "block", id });
    focusBlock(frame, id);
  };
  const moveTo = (id: string, spot: edit.Spot) => {
    const next = edit.moveBlock(design, id, spot);
    set(next);
    choose(id);
    const at = edit.findBlock(next, id);
    if (at) say(texts.said.movedTo({ row: at.row + 1, column: at.column + 1, position: at.index + 1 }));
  };
  return {
    ...rows,
    moveTo,
    add(preset: Preset, at?: edit.Spot) {
      const place = at === undefined ? insertionPlace(design, selection) : { design, spot: at };
      const block = fittedBlock(place.design, place.spot, preset);
      set(edit.insertBlock(place.design, place.spot, block));
      choose(block.id);
      say(texts.said.added(texts.palette.presets[preset.key]));
    },
    putImage: (image: Image, target: ImageTarget) => putImage(context, { image, target, choose }, texts),
    step(id: string, direction: 1 | -1) {
      if (rows.isRow(id)) return rows.stepRow(id, direction);
      const spot = edit.stepOf(design, id, direction);
      if (spot === null) say(texts.said.atTheEdge);
      else moveTo(id, spot);
    },
    remove({ kind, id }: Selection) {
      context.write(null);
      select(bodySelected);
      if (kind === "row") {
        const neighbourId = rows.removeRow(id);
        if (neighbourId !== null) return focusRow(frame, neighbourId);
      } else {
        set(edit.removeBlock(design, id));
        say(texts.said.blockDeleted);
      }
      focusUndo(frame);
    },
    duplicate({ kind, id }: Selection) {
      if (kind === "row") return rows.duplicateRow(id);
      const copied = edit.duplicateBlock(design, id);
      set(copied.design);
      choose(copied.copyId);
      say(texts.said.duplicated);
    },
    copy({ kind, id }: Selection) {
      const found = kind === "block" ? edit.findBlock(design, id) : null;
      if (found === null) return;
      copied = found.block;
      say(texts.said.copied(isApple()));
    },
    paste() {
      if (copied === null) return say(texts.said.nothingCopied);
      const block = fresh(copied);
      const place = insertionPlace(design, selection);
      set(edit.insertBlock(place.design, place.spot, block));
      choose(block.id);
      say(texts.said.pasted);
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

/** Puts a picture into the image block that it was dropped on, else into a new one at that place. */
function putImage(
  { design, set, selection, say }: ChangeContext,
  { image, target, choose }: { image: Image; target: ImageTarget; choose: (id: string) => void },
  texts: EditorTexts,
): void {
  const { blockId, spot } = target;
  const isImage = blockId !== null && edit.findBlock(design, blockId)?.block.type === "image";
  const preset = presets.find(({ key }) => key === "image");
  if (isImage) {
    const withPicture = (block: Block) => ({ ...block, values: withImage(block.values, image) });
    set(edit.changeBlock(design, blockId, withPicture));
    choose(blockId);
  } else if (preset !== undefined) {
    const place = spot === null ? insertionPlace(design, selection) : { design, spot };
    const block = fittedBlock(place.design, place.spot, preset);
    set(edit.insertBlock(place.design, place.spot, { ...block, values: withImage(block.values, image) }));
    choose(block.id);
  }
  say(texts.said.pictureAdded);
}

/** Unlayer's newer text format is converted to the older one only when the text is edited. */
function asText<T extends { type: string; values: Record<string, unknown> }>(block: T): T {
  const { textJson, ...values } = block.values;
  return { ...block, type: "text", values: { ...values, text: lexicalHtml(textJson) } };
}
