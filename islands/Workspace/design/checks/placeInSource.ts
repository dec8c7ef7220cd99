/** From the first character of a tag to behind its last. */
export type SourcePlace = { start: number; end: number };

/**
 * Where an element of a read mail stands in the HTML that it was read from: the same tag, counted in both. Null when
 * the reader has added it, as it adds `tbody`. Comments and sheets are passed over, for what stands there is no tag.
 */
export function placeInSource(html: string, element: Element): SourcePlace | null {
  const index = [...element.ownerDocument.querySelectorAll(element.localName)].indexOf(element);
  const blank = (hidden: string) => " ".repeat(hidden.length);
  const source = html
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/<(style|script|title)\b[\s\S]*?<\/\1\s*>/gi, blank);
  const tag = new RegExp(`<${element.localName}(?=[\\s>/])[^>]*>`, "gi");
  const found = [...source.matchAll(tag)][index];
  return found === undefined ? null : { start: found.index, end: found.index + found[0].length };
}
