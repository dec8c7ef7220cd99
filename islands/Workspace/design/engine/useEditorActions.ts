import type { Editor } from "@tiptap/core";
import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from "react";
import { editorTexts } from "../../../../contract/texts/workspace/design/editor.ts";
import type { Design } from "../../../../mail/design/design.ts";
import { changeBlock } from "../../../../mail/design/edit.ts";
import type { Preset } from "../../../../mail/design/palette.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import type { BlockActions } from "./canvas/CanvasBlock.tsx";
import type { RowActions } from "./canvas/CanvasRow.tsx";
import { rowOf } from "./canvas/insertionPlace.ts";
import { useDrag } from "./canvas/useDrag.ts";
import { changesOf } from "./changes.ts";
import { focusBlock, focusRow } from "./focusPart.ts";
import type { PaletteActions } from "./Palette.tsx";
import { useImageDrop } from "./pictures/useImageDrop.ts";
import type { SavedRowActions } from "./SavedRows.tsx";
import { bodySelected, type Selection } from "./selection.ts";
import type { SettingsActions } from "./settings/settingsProps.ts";
import type { EditHistory } from "./useHistory.ts";
import { useHistoryStep } from "./useHistoryStep.ts";
import { useStableFunctions } from "./useStableFunctions.ts";

/** All actions on the mail, by pointer and by keyboard, with their announcements. */
export function useEditorActions(history: EditHistory, frame: RefObject<HTMLElement | null>) {
  const texts = useTexts(editorTexts);
  const [selected, select] = useState<Selection>(bodySelected);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [textEditor, setTextEditor] = useState<Editor | null>(null);
  const [said, say] = useState("");
  const start = useDrag(frame);
  const { design, set, change } = history;
  // An undo may remove what was selected.
  const selection = rowOf(design, selected) === null ? bodySelected : selected;

  const write = (id: string | null) => {
    setEditingId(id);
    if (id === null) setTextEditor(null);
  };
  const arrived = useHistoryStep(history.walked, { frame, selection, select, editingId, textEditor, write });
  const changes = changesOf({ design, set, selection, select, write, say, frame }, texts);
  const choose = (chosen: Selection) => {
    if (editingId !== null && editingId !== chosen.id) write(null);
    select((before) => (before.kind === chosen.kind && before.id === chosen.id ? before : chosen));
  };
  // Components get the same functions at every render, and a drag ends long after it began. Both call the latest ones.
  const newest = useStableFunctions({
    ...changes,
    choose,
    change,
    rowNow: () => rowOf(design, selection),
    selectBody: () => choose(bodySelected),
    editing: (editor: Editor | null) => {
      setTextEditor(editor);
      if (editor !== null) arrived(editor);
    },
    leave: (id: string) => {
      write(null);
      focusBlock(frame, id);
    },
    blockKey: (event: KeyboardEvent, id: string) => {
      if (event.key === "Escape") focusRow(frame, rowOf(design, { kind: "block", id })?.id ?? "");
      else pressed(event, { kind: "block", id }, changes);
    },
    rowKey: (event: KeyboardEvent, id: string) => pressed(event, { kind: "row", id }, changes),
    begin: start,
  });
  const [fixed] = useState(() => fixedActions(newest));
  const walk = (take: () => void, what: string) => () => {
    take();
    say(what);
  };
  return {
    selection,
    editingId,
    textEditor,
    said,
    ...fixed,
    rowNow: newest.rowNow,
    selectBody: newest.selectBody,
    imageDrop: useImageDrop(frame, { put: newest.putImage, say }),
    undo: walk(history.undo, history.canUndo ? texts.said.undone : texts.said.nothingToUndo),
    redo: walk(history.redo, history.canRedo ? texts.said.redone : texts.said.nothingToRedo),
    load: (next: Design) => {
      write(null);
      select(bodySelected);
      history.load(next);
    },
  };
}

type Newest = ReturnType<typeof changesOf> & {
  choose: (selection: Selection) => void;
  change: EditHistory["change"];
  editing: BlockActions["editor"];
  leave: (id: string) => void;
  blockKey: BlockActions["key"];
  rowKey: RowActions["key"];
  begin: ReturnType<typeof useDrag>;
};

/** The actions, grouped by the components that use them. */
function fixedActions(newest: Newest) {
  const block: BlockActions = {
    select: (id) => newest.choose({ kind: "block", id }),
    edit: newest.edit,
    leave: newest.leave,
    key: newest.blockKey,
    drag: (event, id, byHandle) => {
      const drop = dropBlock((spot) => newest.moveTo(id, spot));
      newest.begin(event, { kind: "block", byHandle, drop });
    },
    text: (id, text, stretch) => {
      const withText = (design: Design) =>
        changeBlock(design, id, (found) => ({ ...found, values: { ...found.values, text } }));
      newest.change(withText, `${id} text ${stretch}`);
    },
    editor: newest.editing,
  };
  const row: RowActions = {
    select: (id) => newest.choose({ kind: "row", id }),
    key: newest.rowKey,
    drag: (event, id, byHandle) => {
      newest.begin(event, { kind: "row", byHandle, drop: dropRow((gap) => newest.moveRowTo(id, gap)) });
    },
  };
  const palette: PaletteActions = {
    add: (preset) => newest.add(preset),
    drag: (event: PointerEvent, preset: Preset) => {
      newest.begin(event, { kind: "block", drop: dropBlock((spot) => newest.add(preset, spot)) });
    },
    addRow: (cells) => newest.addRow(cells),
    dragRow: (event, cells) => {
      newest.begin(event, { kind: "row", drop: dropRow((gap) => newest.addRow(cells, gap)) });
    },
  };
  const saved: SavedRowActions = {
    insert: (kept, name) => newest.insertRow(kept, name),
    drag: (event, kept, name) => {
      newest.begin(event, { kind: "row", drop: dropRow((gap) => newest.insertRow(kept, name, gap)) });
    },
  };
  const { change, choose, step, duplicate, remove, edit, placeRow } = newest;
  const settings: SettingsActions = { change, select: choose, step, duplicate, remove, edit, placeRow };
  return {
    blockActions: block,
    rowActions: row,
    paletteActions: palette,
    savedRowActions: saved,
    settingsActions: settings,
  };
}

type Drop = Parameters<Newest["begin"]>[1]["drop"];
function dropBlock(put: (spot: Parameters<Newest["moveTo"]>[1]) => void): Drop {
  return (landing) => landing.kind === "block" && put(landing.spot);
}
function dropRow(put: (gap: number) => void): Drop {
  return (landing) => landing.kind === "row" && put(landing.gap);
}

/** What a key does to the focused block or row. */
function pressed(event: KeyboardEvent, part: Selection, changes: ReturnType<typeof changesOf>): void {
  const up = event.key === "ArrowUp";
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey && (up || event.key === "ArrowDown")) changes.step(part.id, up ? -1 : 1);
  else if (isCommand && event.key.toLowerCase() === "d") changes.duplicate(part);
  else if (isCommand && event.key.toLowerCase() === "c" && part.kind === "block") changes.copy(part);
  else if (isCommand && event.key.toLowerCase() === "v") changes.paste();
  else if (event.key === "Delete" || event.key === "Backspace") changes.remove(part);
  else if (event.key === "Enter") changes.edit(part.id);
  else return;
  event.preventDefault();
}
