/** What a key asks of the history: Control or Command with Z, with Shift for the way forth, or Control with Y. */
export function undoKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): "undo" | "redo" | null {
  const letter = key.toLowerCase();
  if (altKey || !(ctrlKey || metaKey)) return null;
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}
