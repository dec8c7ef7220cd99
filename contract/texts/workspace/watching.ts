import { watching } from "../en/workspace/watching.ts";
import type { InEachLanguage } from "../language.ts";

export type WatchingTexts = typeof watching;
export const watchingTexts: InEachLanguage<WatchingTexts> = { en: watching };
