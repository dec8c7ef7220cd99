import type { Database } from "../../../db/database.ts";

export class PlannedFault extends Error {}

/**
 * The database with one fault: the nth transaction runs all of its statements and then fails before its commit.
 * `happened` says whether it came to that.
 */
export function failNth(database: Database, nth: number): { database: Database; happened(): boolean } {
  let count = 0;
  return {
    happened: () => count >= nth,
    database: {
      ...database,
      atomically: (build, check) =>
        database.atomically(build, (results) => {
          check?.(results);
          count += 1;
          if (count === nth) throw new PlannedFault("planned");
        }),
    },
  };
}
