import { sql } from "drizzle-orm";
import type { Kit } from "../kit/sqlite.ts";

export const leads = ({ table, text, int, bool, uniqueIndex, index }: Kit) =>
  table(
    "leads",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      /** In its normal form; one lead per address and owner. */
      email: text().notNull(),
      phone: text().notNull(),
      /**
       * First and last name, e-mail and phone in lower case: a search minds no case in any script. A converted domain
       * follows as people read it.
       */
      searchText: text().notNull(),
      /** The address as suppressions know it, so that many leads are opted out, or found suppressed, in one statement. */
      emailHash: text().notNull(),
      optout: bool().notNull(),
      emailCount: int().notNull(),
      openedCount: int().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
    },
    (lead) => [
      uniqueIndex("leads_owner_email").on(lead.ownerId, lead.email),
      index("leads_owner_id").on(lead.ownerId, lead.id),
      // A search reads only this index; and as its text begins with the names, the index sorts by them too.
      index("leads_owner_search").on(lead.ownerId, lead.searchText, lead.id),
      index("leads_owner_last_name").on(lead.ownerId, sql`lower(${lead.lastName})`, lead.id),
      index("leads_owner_phone").on(lead.ownerId, lead.phone, lead.id),
      index("leads_owner_optout").on(lead.ownerId, lead.optout, lead.id),
      index("leads_owner_sent").on(lead.ownerId, lead.emailCount, lead.id),
      index("leads_owner_opened").on(lead.ownerId, lead.openedCount, lead.id),
    ],
  );
