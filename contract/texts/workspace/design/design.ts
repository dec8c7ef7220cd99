import { design } from "../../en/workspace/design/design.ts";
import type { InEachLanguage } from "../../language.ts";

export type DesignTexts = typeof design;
export const designTexts: InEachLanguage<DesignTexts> = { en: design };
