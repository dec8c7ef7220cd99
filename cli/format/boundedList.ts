import type { OutputTexts } from "../../contract/texts/terminal/output.ts";

/** At most `max` items as text, such as "a, b, c and 12 more". */
export function boundedList(items: readonly string[], max: number, texts: OutputTexts): string {
  return texts.list({ shown: items.slice(0, max), more: Math.max(0, items.length - max) });
}
