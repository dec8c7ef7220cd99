import { sandbox } from "../en/pages/sandbox.ts";
import type { InEachLanguage } from "../language.ts";

export type SandboxTexts = typeof sandbox;
export const sandboxTexts: InEachLanguage<SandboxTexts> = { en: sandbox };
