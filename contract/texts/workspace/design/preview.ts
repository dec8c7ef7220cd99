import { preview } from "../../en/workspace/design/preview.ts";
import type { InEachLanguage } from "../../language.ts";

export type PreviewTexts = typeof preview;
export const previewTexts: InEachLanguage<PreviewTexts> = { en: preview };
