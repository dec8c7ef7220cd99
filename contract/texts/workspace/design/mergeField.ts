import { mergeField } from "../../en/workspace/design/mergeField.ts";
import type { InEachLanguage } from "../../language.ts";

export const mergeFieldTexts: InEachLanguage<typeof mergeField> = { en: mergeField };
