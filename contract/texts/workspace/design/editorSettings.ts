import { editorSettings } from "../../en/workspace/design/editorSettings.ts";
import type { InEachLanguage } from "../../language.ts";

export type EditorSettingsTexts = typeof editorSettings;
export const editorSettingsTexts: InEachLanguage<EditorSettingsTexts> = { en: editorSettings };
