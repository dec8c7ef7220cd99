import { and, asc, eq, gt } from "drizzle-orm";
import { searchLimits } from "../../../contract/limits/leads.ts";
import type { Database } from "../../database.ts";
import { type AskedQuestion, questionSql } from "../../segments/questionSql.ts";
import { isAmongFew, leadStrides, strideOf } from "./leadStrides.ts";

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
      const ids: string[] = [];
      const stride = strideOf([asked.question], { stride: searchLimits.countStride });
      const strides = leadStrides(database, { ...asked, stride, afterId: beyond ?? undefined });
      const pieces = isAmongFew(asked) ? [beyond === null ? undefined : gt(leads.id, beyond)] : strides;
      for await (const piece of pieces) {
        const rows = await read
          .select({ id: leads.id })
          .from(leads)
          .where(and(eq(leads.workspaceId, asked.workspaceId), piece, questionSql(database, asked)))
          .orderBy(asc(leads.id))
          .limit(countMax - ids.length);
        ids.push(...rows.map(({ id }) => id));
        if (ids.length >= countMax) break;
      }
      return ids;
    },
  };
}
