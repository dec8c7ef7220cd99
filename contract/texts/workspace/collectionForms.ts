import { collectionForm } from "../en/workspace/collectionForms.ts";
import type { InEachLanguage } from "../language.ts";

export type CollectionFormTexts = typeof collectionForm;
export const collectionFormTexts: InEachLanguage<CollectionFormTexts> = { en: collectionForm };
