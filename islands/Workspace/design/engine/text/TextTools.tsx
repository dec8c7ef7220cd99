import type { Editor } from "@tiptap/core";
import type { ReactNode } from "react";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Icon } from "../../../../_parts/Icon.tsx";
import { MergeFieldSelect } from "../settings/MergeFieldSelect.tsx";
import { LinkTool } from "./LinkTool.tsx";
import { styleSelection } from "./styleSelection.ts";
import { useTextState } from "./useTextState.ts";

const sizes = ["12px", "14px", "16px", "18px", "20px", "24px", "28px", "32px", "40px", "48px"];

/** The tools for the text that is being edited. They leave the cursor where it is. */
export function TextTools({ editor }: { editor: Editor }) {
  const texts = useTexts(editorTexts);
  const chain = () => editor.chain().focus();
  const { on, color, size } = useTextState(editor);
  const style = (property: string, value: string) => styleSelection(editor, { property, value });
  return (
    <div className="editor-tools" role="toolbar" aria-label={texts.text.title}>
      <Tool label={texts.text.bold} isOn={on.includes("bold")} onPress={() => chain().toggleBold().run()}>
        <b>B</b>
      </Tool>
      <Tool
        label={texts.text.italic}
        isOn={on.includes("italic")}
        onPress={() => chain().toggleItalic().run()}
      >
        <i>I</i>
      </Tool>
      <Tool
        label={texts.text.underline}
        isOn={on.includes("underline")}
        onPress={() => chain().toggleUnderline().run()}
      >
        <u>U</u>
      </Tool>
      <Tool
        label={texts.text.strike}
        isOn={on.includes("strike")}
        onPress={() => chain().toggleStrike().run()}
      >
        <s>S</s>
      </Tool>
      <Tool
        label={texts.text.bullets}
        isOn={on.includes("bulletList")}
        onPress={() => chain().toggleBulletList().run()}
      >
        <Icon path="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01" size={16} />
      </Tool>
      <Tool
        label={texts.text.numbers}
        isOn={on.includes("orderedList")}
        onPress={() => chain().toggleOrderedList().run()}
      >
        <Icon path="M10 6h10M10 12h10M10 18h10M4 4l1.500-1v6M3.500 15h3l-3 4h3" size={16} />
      </Tool>
      <LinkTool editor={editor} />
      <label>
        {texts.text.colour}
        <input
          type="color"
          aria-label={texts.text.colourOf}
          value={color}
          onChange={(event) => style("color", event.target.value)}
        />
      </label>
      <select
        className="input"
        aria-label={texts.text.sizeOf}
        value={size}
        onChange={(event) =>
          style("font-size", event.target.value === texts.text.asTheBlock ? "" : event.target.value)
        }
      >
        <option value="">{texts.text.size}</option>
        {[texts.text.asTheBlock, ...new Set(size === "" ? sizes : [...sizes, size])].map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <MergeFieldSelect
        onChoose={(field) => {
          const source = `{{${field}}}`;
          // A merge field is as bold as the text that it is inserted into.
          const { storedMarks, selection } = editor.state;
          const marks = (storedMarks ?? selection.$from.marks()).map((mark) => mark.toJSON());
          chain().insertContent({ type: "mergeTag", attrs: { source }, marks }).run();
        }}
      />
    </div>
  );
}

function Tool({
  label,
  isOn,
  onPress,
  children,
}: {
  label: string;
  isOn: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="button"
      data-variant="quiet"
      aria-pressed={isOn}
      title={label}
      // The press must not take the focus from the text, or its selection would be gone.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden="true">{children}</span>
    </button>
  );
}
