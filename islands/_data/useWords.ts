import { createContext, useContext } from "react";
import { senderShapes } from "../../contract/reasons/accounts.ts";
import { customFieldShapes } from "../../contract/reasons/customFields.ts";
import { fieldShapes } from "../../contract/reasons/fields.ts";
import { importShapes } from "../../contract/reasons/imports.ts";
import { sendingShapes } from "../../contract/reasons/sending.ts";
import { customFields } from "../../contract/sentences/en/customFields.ts";
import { fields } from "../../contract/sentences/en/fields.ts";
import { imports } from "../../contract/sentences/en/imports.ts";
import { senders } from "../../contract/sentences/en/senders.ts";
import { sending } from "../../contract/sentences/en/sending.ts";
import { shapesOf, type Words, wordsOf } from "../../contract/sentences/sentence.ts";

/** The sentences for reasons in the language of this page. */
export const WordsContext = createContext<Words>(
  wordsOf({
    ...sending,
    ...imports,
    ...fields,
    ...customFields,
    ...senders,
    [shapesOf]: { ...sendingShapes, ...importShapes, ...fieldShapes, ...customFieldShapes, ...senderShapes },
  }),
);

/** How reasons are worded on this page. */
export function useWords(): Words {
  return useContext(WordsContext);
}
