import { preview } from "../en/workspace/preview.ts";
import type { InEachLanguage } from "../language.ts";

export type PreviewTexts = typeof preview;
export const previewTexts: InEachLanguage<PreviewTexts> = { en: preview };
