import { signUp } from "./en/signUp.ts";
import type { InEachLanguage } from "./language.ts";

export type SignUpTexts = typeof signUp;
export const signUpTexts: InEachLanguage<SignUpTexts> = { en: signUp };
