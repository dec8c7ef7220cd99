import { connection } from "./en/connection.ts";
import type { InEachLanguage } from "./language.ts";

export type ConnectionTexts = typeof connection;
export const connectionTexts: InEachLanguage<ConnectionTexts> = { en: connection };
