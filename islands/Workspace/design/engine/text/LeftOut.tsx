import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { editorTexts } from "../../../../../contract/texts/workspace/design/editor.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Notice } from "../../../../_parts/Notice.tsx";
import { leavesOut } from "./pastedHtml.ts";

/**
 * That what was pasted last was not taken whole, for as long as that text is written. It stands in the bar: the text's own
 * tools may be folded away, and are below the mail on a phone.
 */
export function LeftOut({ editor }: { editor: Editor | null }) {
  const { text } = useTexts(editorTexts);
  const [told, setTold] = useState<Editor | null>(null);
  useEffect(() => {
    const tell = () => setTold(editor);
    document.addEventListener(leavesOut, tell);
    return () => document.removeEventListener(leavesOut, tell);
  }, [editor]);
  return told !== null && told === editor ? <Notice status="uncertain">{text.notTaken}</Notice> : null;
}
