/** What a word of a design is called; one from elsewhere, that has no text here, stays as it is. */
export function textFor(texts: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(texts, word) ? (texts[word] ?? word) : word;
}
