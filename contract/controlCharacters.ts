// Apart from the schemas: whoever only reads a file does without them and what they are made of.

export function hasControlCharacters(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** What a sheet's cell may hold and a name may not: a line break or a tab is a space, and the others are nothing. */
export function withoutControlCharacters(text: string): string {
  if (!hasControlCharacters(text)) return text;
  // From where the white space begins on: tried from each of its signs, much of it would take the square of its length.
  return text
    .replace(/(?<!\s)\s*[\t\n\v\f\r\u0085\u2028\u2029]+\s*/g, " ")
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
}

/**
 * Whether a text shows nothing: white space, characters that Unicode has for ignoring (fillers, joiners, marks of direction), and the
 * empty pattern of Braille.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{DI}\u2800]/u.test(text);
}
