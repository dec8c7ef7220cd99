import type { Kit } from "../kit/sqlite.ts";

/**
 * What was in each minute of a part's life (`at` is where it begins). Sent mails are counted behind the mails (`mailCounts.ts`),
 * the others by the database in the commit that changes a delivery or a click (`db/migrations/counting/`): looking at
 * deliveries takes as long as there are many.
 */
export const campaignTimes = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "campaignTimes",
    {
      campaignId: text().notNull(),
      at: int().notNull(),
      workspaceId: text().notNull(),
      sent: int().notNull().default(0),
      opened: int().notNull().default(0),
      machineOpened: int().notNull().default(0),
      clicked: int().notNull().default(0),
      machineClicked: int().notNull().default(0),
    },
    (row) => [primaryKey({ columns: [row.campaignId, row.at] })],
  );

/** The same by what stands behind the @ of its recipients' addresses. */
export const campaignDomains = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "campaignDomains",
    {
      campaignId: text().notNull(),
      domain: text().notNull(),
      workspaceId: text().notNull(),
      sent: int().notNull().default(0),
      opened: int().notNull().default(0),
      machineOpened: int().notNull().default(0),
      clicked: int().notNull().default(0),
    },
    (row) => [primaryKey({ columns: [row.campaignId, row.domain] })],
  );
