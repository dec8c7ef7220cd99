import { useState } from "react";
import { copyText } from "../_runtime/copyText.ts";

type CopyWords = { copy: string; copied: string; notCopied: string };

/** What a button that copies a text says: what it does, and after it was pressed whether that is done. */
export function useCopy(text: string, words: CopyWords) {
  const [came, setCame] = useState<"copied" | "notCopied" | null>(null);
  return {
    word: words[came ?? "copy"],
    isTried: came !== null,
    copy: async () => setCame((await copyText(text)) ? "copied" : "notCopied"),
  };
}
