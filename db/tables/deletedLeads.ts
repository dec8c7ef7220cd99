import type { Kit } from "../kit/sqlite.ts";

/** Leads that were deleted a moment ago, kept as they were until the deletion can no longer be undone. */
export const deletedLeads = ({ table, text, int, bool, primaryKey, index }: Kit) =>
  table(
    "deletedLeads",
    {
      deletionId: text().notNull(),
      deletedAt: int().notNull(),
      id: text().notNull(),
      ownerId: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      email: text().notNull(),
      phone: text().notNull(),
      searchText: text().notNull(),
      emailHash: text().notNull(),
      optout: bool().notNull(),
      emailCount: int().notNull(),
      openedCount: int().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
    },
    (lead) => [
      primaryKey({ columns: [lead.deletionId, lead.id] }),
      index("deleted_leads_time").on(lead.deletedAt),
    ],
  );
