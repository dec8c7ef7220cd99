import type { Editor } from "@tiptap/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { readColour } from "../../checks/colours.ts";

export type TextState = {
  /** Which tools are on where the cursor is, by the name of what they set. */
  on: readonly string[];
  /** As `#rrggbb`, the text's own or that of its block. */
  color: string;
  /** Empty where it is the block's. */
  size: string;
};

const kinds = ["bold", "italic", "underline", "strike", "bulletList", "orderedList", "link"] as const;

/** What the text is like where its cursor stands, for the tools to show. */
export function useTextState(editor: Editor): TextState {
  const blockColor = useMemo(() => hexOf(getComputedStyle(editor.view.dom).color), [editor]);
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on("transaction", changed);
      return () => void editor.off("transaction", changed);
    },
    [editor],
  );
  // As one text, so that a key which changes nothing of it draws nothing anew.
  const seen = useSyncExternalStore(subscribe, () => JSON.stringify(stateOf(editor)));
  return useMemo(() => {
    const state = JSON.parse(seen) as TextState;
    return { ...state, color: state.color === "" ? blockColor : state.color };
  }, [seen, blockColor]);
}

function stateOf(editor: Editor): TextState {
  const style = document.createElement("span").style;
  style.cssText = String(editor.getAttributes("styled").style ?? "");
  return {
    on: kinds.filter((kind) => editor.isActive(kind)),
    color: style.color === "" ? "" : hexOf(style.color),
    size: style.fontSize,
  };
}

function hexOf(text: string): string {
  const colour = readColour(text);
  if (colour === null || colour === "transparent") return "#000000";
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
