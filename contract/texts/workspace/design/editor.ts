import { editor } from "../../en/workspace/design/editor.ts";
import type { InEachLanguage } from "../../language.ts";

export type EditorTexts = typeof editor;
export const editorTexts: InEachLanguage<EditorTexts> = { en: editor };
