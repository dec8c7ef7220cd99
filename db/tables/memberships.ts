import type { Kit } from "../kit/sqlite.ts";

/** Which lead is in which collection. */
export const memberships = ({ table, text, primaryKey, index }: Kit) =>
  table("memberships", { collectionId: text().notNull(), leadId: text().notNull() }, (membership) => [
    primaryKey({ columns: [membership.collectionId, membership.leadId] }),
    index("memberships_lead").on(membership.leadId, membership.collectionId),
  ]);
