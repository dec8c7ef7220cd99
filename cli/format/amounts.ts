import type { OutputTexts } from "../../contract/texts/terminal/output.ts";

/** "a, b, c and 12 more": a long list never floods the terminal. */
export function boundedList(items: readonly string[], max: number, texts: OutputTexts): string {
  return texts.list({ shown: items.slice(0, max), more: Math.max(0, items.length - max) });
}
