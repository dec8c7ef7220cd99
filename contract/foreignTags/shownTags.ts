import { designLimits } from "../limits/design.ts";

/** The first of many tags, and how many more there are. */
export function shownTags(tags: readonly string[]): { tags: string[]; more: number } {
  const shown = tags.slice(0, designLimits.foreignTagsShown);
  return { tags: shown, more: tags.length - shown.length };
}
