import { eq } from "drizzle-orm";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { createMetaStore } from "./meta.ts";

export type BegunRunStore = ReturnType<typeof createBegunRunStore>;

const key = "begunRun";

/** Which list of begun mails belongs to this database: a sender's own, by its name, and so no other machine's. */
export function createBegunRunStore(database: Database) {
  const meta = createMetaStore(database);
  return {
    async read(): Promise<string | null> {
      const run = await meta.value(key);
      return typeof run === "string" ? run : null;
    },

    write: (run: string | null): Promise<void> => meta.put({ key, value: run }),
  };
}

/** From here on no list is believed: what this database calls under way is of another time than the list. */
export function forgettingBegunRun(write: Builder, { meta }: Tables) {
  return write.delete(meta).where(eq(meta.key, key));
}
