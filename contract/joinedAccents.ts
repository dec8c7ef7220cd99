/**
 * A text whose accents that are characters of their own are joined to their letters (Unicode NFC). One that is too long
 * anyway stays as it is: marks behind one letter are sorted in time that grows with their square, a second for 20,000.
 * Half of a pair of surrogates, which UTF-8 cannot say and databases keep as something else, becomes U+FFFD here.
 */
export function joinedAccents(text: string, lengthMax: number): string {
  return (text.length > 2 * lengthMax ? text : text.normalize("NFC")).toWellFormed();
}
