import type { Editor } from "@tiptap/core";
import type { ReactNode } from "react";
import { mergeTags } from "./mergeTags.ts";

/** The tools for the text that is being written. They leave the cursor where it is. */
export function TextTools({ editor }: { editor: Editor }) {
  const chain = () => editor.chain().focus();
  const askLink = () => {
    const before = String(editor.getAttributes("link").href ?? "https://");
    const href = window.prompt("Where does the link go? Leave it empty to take the link away.", before);
    if (href === null) return;
    if (href.trim() === "") chain().unsetLink().run();
    else chain().extendMarkRange("link").setLink({ href: href.trim(), target: "_blank" }).run();
  };
  return (
    <div className="editor-tools" role="toolbar" aria-label="Text">
      <Tool name="Bold" onPress={() => chain().toggleBold().run()}>
        <b>B</b>
      </Tool>
      <Tool name="Italic" onPress={() => chain().toggleItalic().run()}>
        <i>I</i>
      </Tool>
      <Tool name="Underline" onPress={() => chain().toggleUnderline().run()}>
        <u>U</u>
      </Tool>
      <Tool name="Strike through" onPress={() => chain().toggleStrike().run()}>
        <s>S</s>
      </Tool>
      <Tool name="Bullets" onPress={() => chain().toggleBulletList().run()}>
        • List
      </Tool>
      <Tool name="Numbers" onPress={() => chain().toggleOrderedList().run()}>
        1. List
      </Tool>
      <Tool name="Link" onPress={askLink}>
        Link
      </Tool>
      <label>
        Colour
        <input
          type="color"
          aria-label="Colour of the selected text"
          onChange={(event) =>
            chain()
              .setMark("styled", { style: `color: ${event.target.value}` })
              .run()
          }
        />
      </label>
      <select
        className="input"
        aria-label="Insert a merge field"
        value=""
        onChange={(event) => {
          const source = `{{${event.target.value}}}`;
          // A field is as bold as the text that it is put into.
          const { storedMarks, selection } = editor.state;
          const marks = (storedMarks ?? selection.$from.marks()).map((mark) => mark.toJSON());
          chain().insertContent({ type: "mergeTag", attrs: { source }, marks }).run();
        }}
      >
        <option value="">Merge field…</option>
        {mergeTags.map(({ field, name }) => (
          <option key={field} value={field}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Tool({ name, onPress, children }: { name: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="button"
      data-variant="quiet"
      aria-label={name}
      // The press must not take the focus from the text, or its selection would be gone.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  );
}
