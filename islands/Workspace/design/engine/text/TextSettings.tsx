import type { Editor } from "@tiptap/core";
import { useMemo } from "react";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import type { Block } from "../../../../../mail/design/design.ts";
import { lexicalHtml } from "../../../../../mail/drawing/lexicalHtml.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { TextAreaField } from "../../../../_parts/fields/TextAreaField.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import type { ChangeValues } from "../settings/fields.ts";
import { wouldLose } from "./richLosses.ts";
import { TextTools } from "./TextTools.tsx";

/** How a text is edited: in place, or as HTML if editing in place would lose something. */
export function TextSettings({
  block,
  editor,
  onEdit,
  onChange,
}: {
  block: Block;
  editor: Editor | null;
  onEdit: () => void;
  onChange: ChangeValues;
}) {
  const texts = useTexts(editorTexts);
  const html = textOf(block);
  const lossy = useMemo(
    () => editor === null && block.type === "text" && wouldLose(html),
    [editor, block.type, html],
  );
  if (editor !== null) return <TextTools editor={editor} />;
  return (
    <>
      {lossy ? <Notice>{texts.text.formatted}</Notice> : <Button onClick={onEdit}>{texts.text.write}</Button>}
      {lossy ? (
        <TextAreaField
          label={texts.text.asHtml}
          className="code"
          rows={8}
          value={html}
          onChange={(event) => onChange((values) => ({ ...values, text: event.target.value }), "text")}
        />
      ) : null}
    </>
  );
}

/** A text's HTML, in whichever of Unlayer's two formats it is stored. */
function textOf({ type, values }: Block): string {
  if (type === "paragraph") return lexicalHtml(values.textJson);
  return typeof values.text === "string" ? values.text : "";
}
