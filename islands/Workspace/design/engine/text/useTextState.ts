import type { Editor } from "@tiptap/core";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { hexOf } from "../../checks/colours.ts";

type TextState = {
  /** The names of the formats that are active at the cursor. */
  on: readonly string[];
  /** As `#rrggbb`, the text's own or its block's. */
  color: string;
  /** Empty if it is the block's. */
  size: string;
};

const kinds = ["bold", "italic", "underline", "strike", "bulletList", "orderedList", "link"] as const;

/** The format at a text's cursor, for the tools to show. */
export function useTextState(editor: Editor): TextState {
  const blockColor = useMemo(() => hexOf(getComputedStyle(editor.view.dom).color) ?? "#000000", [editor]);
  const subscribe = useCallback(
    (changed: () => void) => {
      editor.on("transaction", changed);
      return () => void editor.off("transaction", changed);
    },
    [editor],
  );
  // As one string, so that a key that changes nothing of it causes no render.
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
    color: style.color === "" ? "" : (hexOf(style.color) ?? "#000000"),
    size: style.fontSize,
  };
}
