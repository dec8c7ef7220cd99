/**
 * A collection's name without what nobody sees, and one space where there are several or of another kind, or fillers that look
 * like one: two that look alike are one. Soft hyphens and the like come along with what is copied; joiners that change letters stay.
 */
export function plainCollectionName(name: string): string {
  return name
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/[\s\u115f\u1160\u2800\u3164\uffa0]+/g, " ")
    .trim();
}
