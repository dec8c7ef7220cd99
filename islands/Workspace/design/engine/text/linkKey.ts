/** The event that a text dispatches when Control+K or Command+K is pressed in it, to ask for a link. */
export const asksForLink = "asksforlink";

/** Whether a key asks for a link. In the rest of the workspace the same key has another meaning. */
export function isLinkKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
