import { isComposed } from "../../../_parts/fields/isComposed.ts";

/**
 * Keeps what is typed from now on, until whoever asks for it takes it: the field that it is meant for is still being
 * fetched. Esc gives up.
 */
export function keepTyped(giveUp: () => void): () => string {
  let text = "";
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposed(event)) return;
    const letters = [...event.key];
    if (event.key === "Escape") giveUp();
    else if (event.key === "Backspace") text = [...text].slice(0, -1).join("");
    // Every other key has a name.
    else if (letters.length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", hear, true);
  return () => {
    document.removeEventListener("keydown", hear, true);
    return text;
  };
}
