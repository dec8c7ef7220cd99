/**
 * A text without its case, in every script. The final sigma is an ordinary one here, as whether a sigma is final
 * depends on what follows, and a part of a text is followed by something else.
 */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}
