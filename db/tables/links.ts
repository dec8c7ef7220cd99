import type { Kit } from "../kit/sqlite.ts";

/** The addresses that a campaign's mail links to, where its clicks are counted. A mail carries the id, never the address. */
export const links = ({ table, text, int, index }: Kit) =>
  table(
    "links",
    {
      /** Random, because it stands in mails and alone decides where a click goes. */
      id: text().primaryKey(),
      campaignId: text().notNull(),
      ownerId: text().notNull(),
      /** Its place among the campaign's addresses, from 0. */
      position: int().notNull(),
      /** As the template has it: merge fields in it are filled in when it is followed. */
      url: text().notNull(),
    },
    (link) => [index("links_campaign").on(link.campaignId, link.position)],
  );
