import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from "react";
import type { Design } from "../../../_design/design.ts";
import { changeBlock } from "../../../_design/edit.ts";
import type { Preset } from "../../../_design/palette.ts";
import type { BlockActions } from "./CanvasBlock.tsx";
import { changesOf, focusBlock } from "./changes.ts";
import { bodySelected, type Selection } from "./selection.ts";
import { useDrag } from "./useDrag.ts";
import type { EditHistory } from "./useHistory.ts";
import { useImageDrop } from "./useImageDrop.ts";
import { useSteady } from "./useSteady.ts";

/** Everything that can be done to the mail, by pointer and by key, with what is said about it. */
export function useDeeds(history: EditHistory, frame: RefObject<HTMLElement | null>) {
  const [selection, select] = useState<Selection>(bodySelected);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [textEditor, setTextEditor] = useState<Editor | null>(null);
  const [said, say] = useState("");
  const { landing, start } = useDrag(frame);
  const { design, set } = history;

  const write = (id: string | null) => {
    setEditingId(id);
    if (id === null) setTextEditor(null);
  };
  const changes = changesOf({ design, set, selection, select, write, say, frame });
  const choose = (chosen: Selection) => {
    if (editingId !== null && editingId !== chosen.id) write(null);
    select((before) => (before.kind === chosen.kind && before.id === chosen.id ? before : chosen));
  };
  const actions: BlockActions = {
    select: (id) => choose({ kind: "block", id }),
    edit: changes.edit,
    leave: (id) => {
      write(null);
      focusBlock(frame, id);
    },
    key: (event, id) => pressed(event, id, changes),
    drag: (event, id) => start(event, (spot) => newest.moveTo(id, spot)),
    text: (id, text) => {
      const changed = changeBlock(design, id, (block) => ({ ...block, values: { ...block.values, text } }));
      set(changed, `${id} text`);
    },
    editor: setTextEditor,
  };
  // A drag ends long after it began: it must change the design as it is then.
  const newest = useSteady({
    moveTo: changes.moveTo,
    add: changes.add,
    putImage: changes.putImage,
  });
  const back = (take: () => void, what: string) => () => {
    write(null);
    take();
    say(what);
  };
  return {
    selection,
    editingId,
    textEditor,
    said,
    landing,
    settingsDeeds: { set, select: choose, ...changes },
    blockActions: useSteady(actions),
    add: (preset: Preset) => changes.add(preset),
    dragPreset: (event: PointerEvent, preset: Preset) => start(event, (spot) => newest.add(preset, spot)),
    addRow: changes.addRow,
    insertRow: changes.insertRow,
    imageDrop: useImageDrop(frame, { put: newest.putImage, say }),
    selectRow: useSteady({ run: (id: string) => choose({ kind: "row", id }) }).run,
    selectBody: () => choose(bodySelected),
    undo: back(history.undo, "Undone"),
    redo: back(history.redo, "Redone"),
    load: (next: Design) => {
      write(null);
      select(bodySelected);
      history.load(next);
    },
  };
}

/** What a key does to the block that has the focus. */
function pressed(event: KeyboardEvent, id: string, changes: ReturnType<typeof changesOf>): void {
  const up = event.key === "ArrowUp";
  if (event.altKey && (up || event.key === "ArrowDown")) changes.step(id, up ? -1 : 1);
  else if (event.key === "Delete" || event.key === "Backspace") changes.remove({ kind: "block", id });
  else if (event.key === "Enter") changes.edit(id);
  else return;
  event.preventDefault();
}
