/** The letter by which a variant of a mail is told from the others, by its place among them as they were written, from 0. */
export function variantLetter(at: number): string {
  return String.fromCharCode(65 + at);
}
