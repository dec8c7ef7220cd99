import { eq } from "drizzle-orm";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { createMetaStore } from "./meta.ts";

export type JournalRunStore = ReturnType<typeof createJournalRunStore>;

/** The name under which databases out there have it. */
const key = "begunRun";

/** The id of the sender's journal file that belongs to this database, so that no other machine's is believed. */
export function createJournalRunStore(database: Database) {
  const meta = createMetaStore(database);
  return {
    async read(): Promise<string | null> {
      const run = await meta.value(key);
      return typeof run === "string" ? run : null;
    },

    write: (run: string | null): Promise<void> => meta.put({ key, value: run }),
  };
}

/** From here on no journal file is believed: it is of another time than the mails that this database calls under way. */
export function forgettingJournalRun(write: Builder, { meta }: Tables) {
  return write.delete(meta).where(eq(meta.key, key));
}
