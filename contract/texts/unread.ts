import { unread } from "./en/unread.ts";
import type { InEachLanguage } from "./language.ts";

export type UnreadTexts = typeof unread;
export const unreadTexts: InEachLanguage<UnreadTexts> = { en: unread };
