/**
 * A collection's name without what nobody sees, and one space where there are several or of another kind: two that look
 * alike are one. Soft hyphens and the like come along with what is copied; joiners that change letters stay.
 */
export function plainCollectionName(name: string): string {
  return name
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
