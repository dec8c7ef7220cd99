import { escapeHtml } from "../../../../../contract/mergeFields.ts";

/**
 * The words of a label, which a design stores as HTML. Null if they are formatted, because a plain field would lose that. A
 * bare span, which Unlayer writes around every label, does not count.
 */
export function wordsOf(html: string): string | null {
  const bare = html.replaceAll(/<\/?span>/g, "");
  if (bare.includes("<")) return null;
  return bare.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => characters[name] ?? whole);
}

/** Words as a design stores them. */
export function htmlOfWords(words: string): string {
  return escapeHtml(words);
}

const characters: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  nbsp: "\u00a0",
};
