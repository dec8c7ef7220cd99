import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { changedPart, type DesignPart } from "../../../../mail/design/changedPart.ts";
import type { Design } from "../../../../mail/design/design.ts";
import { findBlock } from "../../../../mail/design/edit.ts";
import { goToChange, showText } from "./canvas/shownText.ts";
import type { HistoryStep } from "./editHistory.ts";
import { focusBlock, focusRow, keepFocus } from "./focusPart.ts";
import type { Selection } from "./selection.ts";
import { wouldLose } from "./text/richLosses.ts";

type Context = {
  frame: RefObject<HTMLElement | null>;
  selection: Selection;
  select: (selection: Selection) => void;
  editingId: string | null;
  textEditor: Editor | null;
  write: (id: string | null) => void;
};

/**
 * Follows an undo or redo step. A text that is being edited takes it over at its cursor, another text that it changed is
 * opened for editing, and of everything else the changed part is selected. Returns what to call with a text's editor
 * once it exists.
 */
export function useHistoryStep(walked: HistoryStep | null, context: Context): (editor: Editor) => void {
  /** The text before the step, for an editor that does not exist yet. */
  const awaited = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the step that is gone along with, once.
  useLayoutEffect(() => {
    if (walked === null) return;
    awaited.current = null;
    const { frame, selection, select, editingId, textEditor, write } = context;
    const part = changedPart(walked.from, walked.to);
    const written = editingId === null ? null : textIn(walked.to, editingId);
    const isHere = part === null || part.id === editingId;
    if (textEditor !== null && written !== null && isHere) return showText(textEditor, written);

    const focused = placeOfFocus(frame.current);
    const isShown = part?.kind === selection.kind && part.id === selection.id;
    if (isShown && focused === "settings" && editingId === null) return;
    const before = part === null || focused === "bar" ? null : textBefore(walked, part);
    write(before === null ? null : (part?.id ?? null));
    awaited.current = before;
    if (part !== null) select(part);
    if (before !== null) return;
    if (part?.kind === "block" && focused !== "bar") focusBlock(frame, part.id);
    else if (part?.kind === "row" && focused !== "bar") focusRow(frame, part.id);
    else keepFocus(frame);
  }, [walked]);
  return (editor) => {
    if (awaited.current !== null) goToChange(editor, awaited.current);
    awaited.current = null;
  };
}

/** Null if it is no text that can be edited in place. */
function textIn(design: Design, id: string): string | null {
  const block = findBlock(design, id)?.block;
  return block?.type === "text" && typeof block.values.text === "string" ? block.values.text : null;
}

/** A text before the step, if the step was made by editing it. */
function textBefore({ from, to }: HistoryStep, { id }: DesignPart): string | null {
  const [before, after] = [textIn(from, id), textIn(to, id)];
  return before === null || after === null || before === after || wouldLose(after) ? null : before;
}

/** A button in the bar and a field in the settings keep the focus, because the next key is meant for them. */
function placeOfFocus(frame: HTMLElement | null): "bar" | "settings" | "elsewhere" {
  // The bar may be outside of the frame, beside the template's actions.
  if (document.activeElement?.closest(".editor-bar")) return "bar";
  const settings = frame?.querySelector(".editor-settings");
  return settings?.contains(document.activeElement) ? "settings" : "elsewhere";
}
