import { Editor, getHTMLFromFragment } from "@tiptap/core";
import { useEffect, useRef } from "react";
import { isTyping } from "../canvas/shownText.ts";
import { withoutTagElements, withTagElements } from "../settings/mergeTags.ts";
import { undoKey } from "../undoKey.ts";
import { withKeptSpaces } from "./keptSpaces.ts";
import { asksForLink, isLinkKey } from "./linkKey.ts";
import { holdsMore, leavesOut, pastedHtml, pastedLines } from "./pastedHtml.ts";
import { richExtensions } from "./richExtensions.ts";

/** Counted over all texts, so that coming back to one begins a new stretch. */
let stretches = 0;

/** The text of a block, edited in place. `onEditor` passes its editor to the toolbar. */
export function RichText({
  html,
  label,
  at,
  onChange,
  onEditor,
  onLeave,
}: {
  html: string;
  /** Its accessible name. */
  label: string;
  /** Where it was pressed, in window coordinates: the cursor is placed there, or else at the end. */
  at: { left: number; top: number } | null;
  /** Letters of the same `stretch` were typed or deleted without a pause, at one place. */
  onChange: (html: string, stretch: number) => void;
  onEditor: (editor: Editor | null) => void;
  onLeave: () => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  // The editor is created once, but its callbacks may change with every render.
  const latest = useRef({ onChange, onEditor, onLeave, html, label, at });
  useEffect(() => {
    latest.current = { ...latest.current, onChange, onEditor, onLeave };
  });
  useEffect(() => {
    const editor = new Editor({
      element: holder.current,
      injectCSS: false,
      extensions: richExtensions,
      content: withTagElements(latest.current.html),
      editorProps: {
        attributes: { "aria-label": latest.current.label, role: "textbox", "aria-multiline": "true" },
        handleKeyDown: (_, event) => {
          if (isLinkKey(event)) {
            event.preventDefault();
            event.stopPropagation();
            editor.view.dom.dispatchEvent(new Event(asksForLink, { bubbles: true, composed: true }));
            return true;
          }
          if (event.key !== "Escape") return false;
          latest.current.onLeave();
          return true;
        },
        transformPastedHTML: (pasted) => {
          if (holdsMore(pasted))
            editor.view.dom.dispatchEvent(new Event(leavesOut, { bubbles: true, composed: true }));
          return pastedHtml(pasted);
        },
        clipboardTextParser: pastedLines,
        // The undo keys are not for the text: they go up to the history of the whole mail.
        handleDOMEvents: { keydown: (_, event) => undoKey(event) !== null },
      },
      onSelectionUpdate: ({ transaction }) => {
        if (!transaction.docChanged) stretches += 1;
      },
      onUpdate: ({ transaction }) => {
        const goesOn = isTyping(transaction);
        if (!goesOn) stretches += 1;
        const { content } = withKeptSpaces(editor.state.doc);
        latest.current.onChange(withoutTagElements(getHTMLFromFragment(content, editor.schema)), stretches);
        if (!goesOn) stretches += 1;
      },
    });
    stretches += 1;
    // At once, and not with the next frame as the editor does, so that the first keys are not lost.
    const pressed = latest.current.at && editor.view.posAtCoords(latest.current.at);
    editor.commands.setTextSelection(pressed?.pos ?? editor.state.doc.content.size);
    editor.view.focus();
    latest.current.onEditor(editor);
    return () => {
      latest.current.onEditor(null);
      editor.destroy();
    };
  }, []);
  return <div ref={holder} />;
}
