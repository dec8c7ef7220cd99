import { useState } from "react";

/** Copies a text. `copied` is true once that has succeeded. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Browsers offer it only on https and localhost; elsewhere the text can still be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return { copied, copy };
}
