import { useState } from "react";
import { Button } from "./Button.tsx";

/** Copies a text. `label` says which one to who cannot see where it stands. */
export function CopyButton({ text, label, words }: { text: string; label: string; words: CopyWords }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    // Only there on https and localhost; elsewhere the text can still be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(navigator.clipboard !== undefined);
  };
  return (
    <Button variant="quiet" aria-label={copied ? words.copied : label} onClick={copy}>
      {copied ? words.copied : words.copy}
    </Button>
  );
}

type CopyWords = { copy: string; copied: string };
