import { Editor } from "@tiptap/core";
import { useEffect, useRef } from "react";
import { isTyping } from "../canvas/shownText.ts";
import { withoutTagElements, withTagElements } from "../settings/mergeTags.ts";
import { undoKey } from "../undoKey.ts";
import { asksForLink, isLinkKey } from "./linkKey.ts";
import { richExtensions } from "./richExtensions.ts";

/** Counted over all texts, so that coming back to one is another stretch. */
let stretches = 0;

/** The text of a block, edited where it stands. The toolbar beside it speaks to the editor it hands out. */
export function RichText({
  html,
  label,
  at,
  onChange,
  onEditor,
  onLeave,
}: {
  html: string;
  /** What a screen reader calls it. */
  label: string;
  /** Where it was pressed, in the window: the writing begins there, else at the end. */
  at: { left: number; top: number } | null;
  /** Letters of one `stretch` were typed or deleted in one go, at one place. */
  onChange: (html: string, stretch: number) => void;
  onEditor: (editor: Editor | null) => void;
  onLeave: () => void;
}) {
  const holder = useRef<HTMLDivElement>(null);
  // The editor is made once; what it calls may change with every render.
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
        // Not for the text to swallow: they go up to the history over everything.
        handleDOMEvents: { keydown: (_, event) => undoKey(event) !== null },
      },
      onSelectionUpdate: ({ transaction }) => {
        if (!transaction.docChanged) stretches += 1;
      },
      onUpdate: ({ transaction }) => {
        const goesOn = isTyping(transaction);
        if (!goesOn) stretches += 1;
        latest.current.onChange(withoutTagElements(editor.getHTML()), stretches);
        if (!goesOn) stretches += 1;
      },
    });
    stretches += 1;
    // At once, and not with the next frame as the editor would: the first keys must not be lost.
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
