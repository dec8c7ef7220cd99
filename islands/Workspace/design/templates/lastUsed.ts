import type { TemplateSummary } from "../../../../contract/schemas/template.ts";

/** What somebody sent with or saved last comes first. */
export function lastUsedFirst(one: TemplateSummary, other: TemplateSummary): number {
  return other.usedAt - one.usedAt || other._id.localeCompare(one._id);
}
