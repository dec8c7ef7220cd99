import { signIn } from "./en/signIn.ts";
import type { InEachLanguage } from "./language.ts";

export type SignInTexts = typeof signIn;
export const signInTexts: InEachLanguage<SignInTexts> = { en: signIn };
