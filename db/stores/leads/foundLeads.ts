import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { type AskedQuestion, questionSql } from "../../segments/questionSql.ts";

/** Whom a question finds, for those who go through all of them. */
export function createFoundLeadStore(database: Database) {
  const { read, tables } = database;
  const { leads } = tables;
  return {
    /** The ids of the next, beyond one of them, in the order in which they were added. */
    async idsBeyond(
      asked: AskedQuestion,
      { beyond, countMax }: { beyond: string | null; countMax: number },
    ): Promise<string[]> {
      const rows = await read
        .select({ id: leads.id })
        .from(leads)
        .where(
          and(
            eq(leads.workspaceId, asked.workspaceId),
            beyond === null ? undefined : gt(leads.id, beyond),
            questionSql(database, asked),
          ),
        )
        .orderBy(asc(leads.id))
        .limit(countMax);
      return rows.map(({ id }) => id);
    },
  };
}
