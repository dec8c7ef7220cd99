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
 * includes the workspace's own fields, whose names are not known here; the checks report unknown ones. A blank line is a
 * paragraph without a break: the editor adds one.
 */
export function withTagElements(html: string): string {
  const parsed = new DOMParser().parseFromString(withInertStyles(html), "text/html");
  for (const only of parsed.body.querySelectorAll(`:is(${lines}) > br:only-child`))
    if (only.parentNode?.childNodes.length === 1) only.remove();
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

/** The reverse, for storing. A blank line gets its break: without one it has no height in a mail. */
export function withoutTagElements(html: string): string {
  return html
    .replaceAll(/<span data-merge="[^"]*"[^>]*>([^<]*)<\/span>/g, "$1")
    .replaceAll(/<(p|h[1-6])(\s[^<>]*)?><\/\1>/g, "<$1$2><br></$1>");
}

const lines = "p, h1, h2, h3, h4, h5, h6";
