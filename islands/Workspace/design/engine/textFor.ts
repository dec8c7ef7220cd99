/** The text for a word of a design. A word without one stays as it is. */
export function textFor(texts: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(texts, word) ? (texts[word] ?? word) : word;
}
