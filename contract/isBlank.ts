/**
 * Whether a text shows nothing: white space, characters that Unicode has for ignoring (fillers, joiners, marks of direction), and the
 * empty pattern of Braille.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{DI}\u2800]/u.test(text);
}
