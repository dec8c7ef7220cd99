/** Told by a text, up to what holds it, when Control or Command with K asks where its words are to lead. */
export const asksForLink = "asksforlink";

/** Whether a key asks for a link; the workspace's own meaning of it is for elsewhere. */
export function isLinkKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !shiftKey && !altKey;
}
