import type { Kit } from "../kit/sqlite.ts";

/** Which collections the leads of `deletedLeads` were in. */
export const deletedMemberships = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "deletedMemberships",
    {
      deletionId: text().notNull(),
      deletedAt: int().notNull(),
      ownerId: text().notNull(),
      leadId: text().notNull(),
      collectionId: text().notNull(),
    },
    (membership) => [
      primaryKey({ columns: [membership.deletionId, membership.leadId, membership.collectionId] }),
      index("deleted_memberships_time").on(membership.deletedAt),
    ],
  );
