import { knownMergeFields, type MergeField } from "../../../../../contract/mergeFields.ts";
import type { CustomField } from "../../../../../contract/schemas/leadFields.ts";
import { withInertStyles } from "../canvas/withInertStyles.ts";

const inText = /\{\{\s{0,20}([A-Za-z]\w{0,63})\s{0,20}(\|[^{}]{0,500})?\}\}/g;

export type MergeTag = { field: string; name: string };

/** The merge fields of a mail: first those of every lead, then the workspace's own. */
export function allMergeTags(
  names: Readonly<Record<MergeField, string>>,
  fields: readonly Pick<CustomField, "key" | "label">[],
): MergeTag[] {
  const everywhere = knownMergeFields.map((field) => ({ field, name: names[field] }));
  return [...everywhere, ...fields.map(({ key, label }) => ({ field: key, name: label }))];
}

/**
 * A text as its editor reads it. Each merge field is wrapped into an element of its own, which formatting cannot split. This
 * includes the workspace's own fields, whose names are not known here; the checks report unknown ones. A break that
 * ends a paragraph is left out: it shows nothing in a mail but that a blank line is one, and the editor adds its own.
 */
export function withTagElements(html: string): string {
  const parsed = new DOMParser().parseFromString(withInertStyles(html), "text/html");
  for (const end of lastBreaks(parsed.body)) end.remove();
  const walker = parsed.createTreeWalker(parsed.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parts = partsOf(text.data, parsed);
    if (parts.length > 0) text.replaceWith(...parts);
  }
  return parsed.body.innerHTML;
}

function partsOf(text: string, document: Document): (string | Element)[] {
  const parts: (string | Element)[] = [];
  let end = 0;
  for (const match of text.matchAll(inText)) {
    const element = document.createElement("span");
    element.setAttribute("data-merge", match[0]);
    element.textContent = match[0];
    parts.push(text.slice(end, match.index), element);
    end = match.index + match[0].length;
  }
  return end === 0 ? [] : [...parts, text.slice(end)];
}

/** The reverse, for storing. A blank line gets its break, and one behind a break another: without it, it has no height in a mail. */
export function withoutTagElements(html: string): string {
  return html
    .replaceAll(/<span data-merge="[^"]*"[^>]*>([^<]*)<\/span>/g, "$1")
    .replaceAll(breakAtEnd, (end, within, after) => (within === undefined ? `<br><br>${after}` : end))
    .replaceAll(/<(p|h[1-6])(\s[^<>]*)?><\/\1>/g, "<$1$2><br></$1>");
}

/** What is a blank line by a break within a style is left so, both ways: without its break the style would be gone. */
const breakAtEnd = /(<(?:p|h[1-6])(?:\s[^<>]*)?>(?:<[a-z][^<>]*>)+)?<br>((?:<\/\w+>)*<\/(?:p|h[1-6])>)/g;

/** The breaks that end paragraphs, with nothing behind them. */
export function lastBreaks(body: HTMLElement): Element[] {
  return [...body.querySelectorAll("p, h1, h2, h3, h4, h5, h6")].flatMap((line) => {
    let end = line.lastChild;
    while (end instanceof Element && end.localName !== "br") end = end.lastChild;
    if (!(end instanceof Element)) return [];
    const isStyledLine = end.parentNode !== line && line.textContent === "" && !line.querySelector("br ~ br");
    return isStyledLine ? [] : [end];
  });
}
