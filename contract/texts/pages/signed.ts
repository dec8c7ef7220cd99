import { entrance } from "../en/pages/signed.ts";
import type { InEachLanguage } from "../language.ts";

export type EntranceTexts = typeof entrance;
export const entranceTexts: InEachLanguage<EntranceTexts> = { en: entrance };
