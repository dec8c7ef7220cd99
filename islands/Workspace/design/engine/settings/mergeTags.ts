import { knownMergeFields, type MergeField } from "../../../../../contract/mergeFields.ts";
import type { CustomField } from "../../../../../contract/schemas/leadFields.ts";
import { withInertStyles } from "../canvas/withInertStyles.ts";

const inText = /\{\{\s{0,20}([A-Za-z]\w{0,63})\s{0,20}(\|[^{}]{0,500})?\}\}/g;

export type MergeTag = { field: string; name: string };

/** What a mail may name: what every lead has, and the workspace's own fields behind it. */
export function allMergeTags(
  names: Readonly<Record<MergeField, string>>,
  fields: readonly Pick<CustomField, "key" | "label">[],
): MergeTag[] {
  const everywhere = knownMergeFields.map((field) => ({ field, name: names[field] }));
  return [...everywhere, ...fields.map(({ key, label }) => ({ field: key, name: label }))];
}

/**
 * Each field in the text of some HTML becomes an element of its own, which formatting cannot split: the workspace's own
 * fields too, whose names are not known here. A name that means nothing is told by the checks.
 */
export function withTagElements(html: string): string {
  const parsed = new DOMParser().parseFromString(withInertStyles(html), "text/html");
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

/** The reverse, for what is stored. */
export function withoutTagElements(html: string): string {
  return html.replaceAll(/<span data-merge="[^"]*"[^>]*>([^<]*)<\/span>/g, "$1");
}
