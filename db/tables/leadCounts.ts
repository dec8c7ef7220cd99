import type { Kit } from "../kit/sqlite.ts";

/** How many leads a person has: changed in the transaction that adds or removes them, since counting takes as long as a page. */
export const leadCounts = ({ table, text, int }: Kit) =>
  table("leadCounts", { ownerId: text().primaryKey(), count: int().notNull() });
