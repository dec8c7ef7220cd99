import { signInAgain } from "../en/workspace/signInAgain.ts";
import type { InEachLanguage } from "../language.ts";

export type SignInAgainTexts = typeof signInAgain;
export const signInAgainTexts: InEachLanguage<SignInAgainTexts> = { en: signInAgain };
