import { escapeHtml } from "../../../../../contract/mergeFields.ts";

/**
 * The words of a label, which a design keeps as HTML; null where they are formatted, for a field of words would drop
 * that. A bare span, as Unlayer writes it around every label, says nothing.
 */
export function wordsOf(html: string): string | null {
  const bare = html.replaceAll(/<\/?span>/g, "");
  if (bare.includes("<")) return null;
  return bare.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => characters[name] ?? whole);
}

/** Words as a design keeps them. */
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
