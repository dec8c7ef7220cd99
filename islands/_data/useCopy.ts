import { useState } from "react";

/** Copies a text; `copied` once that was done. */
export function useCopy(text: string): { copied: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Only there on https and localhost; elsewhere the text can still be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return { copied, copy };
}
