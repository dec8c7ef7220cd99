import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { type AskedQuestion, questionSql } from "../../segments/questionSql.ts";

/** The leads that a question finds, for whoever goes through all of them. */
export function createFoundLeadStore(database: Database) {
  const { read, tables } = database;
  const { leads } = tables;
  return {
    /** The next ids after a given one, in the order in which the leads were added. */
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
