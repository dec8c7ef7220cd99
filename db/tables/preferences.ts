import type { Kit } from "../kit/sqlite.ts";

/** What somebody has chosen for all sends that do not say otherwise; without a row everything is as it comes. */
export const preferences = ({ table, text, bool }: Kit) =>
  table("preferences", {
    ownerId: text().primaryKey(),
    trackOpens: bool().notNull(),
    trackClicks: bool().notNull(),
  });
