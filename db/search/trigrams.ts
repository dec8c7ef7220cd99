/** Three neighbouring letters are what the index knows, letters being code points as SQLite counts them. */
const together = 3;

/** None for a word that is too short to be looked for in the index. */
export function trigramsOf(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(0, Math.max(0, letters.length - together + 1))
    .map((_, start) => letters.slice(start, start + together).join(""));
}

/** A text as FTS5 is asked for it, with none of its own signs in it. */
export function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
