import { cleaning, type SafeHtmlOptions } from "../../mail/cleaning/safeHtml.ts";
import { atOnce } from "../../server/core/inSlices.ts";
import { type Composition, composing, type Letter } from "../../server/sending/mail/composition.ts";
import { type FoundLink, findingLinks } from "../../server/sending/mail/findLinks.ts";
import { readingText } from "../../server/sending/mail/plainText.ts";

/** What the server does in slices, in one go: nobody else waits for a turn in a test or a bench. */
export const safeHtml = (html: string, options?: SafeHtmlOptions): string => atOnce(cleaning(html, options));

export const createComposition = (letter: Letter): Composition => atOnce(composing(letter));

export const findLinks = (html: string, options: { ownOrigin: string }): FoundLink[] =>
  atOnce(findingLinks(html, options));

export const plainText = (html: string): string => atOnce(readingText(html));
