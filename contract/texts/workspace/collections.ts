import { collection } from "../en/workspace/collections.ts";
import type { InEachLanguage } from "../language.ts";

export type CollectionTexts = typeof collection;
export const collectionTexts: InEachLanguage<CollectionTexts> = { en: collection };
