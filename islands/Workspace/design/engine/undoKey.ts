/** Whether a key means undo (Control or Command with Z) or redo (the same with Shift, or Control with Y). */
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
