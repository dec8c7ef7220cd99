import { and, asc, eq } from "drizzle-orm";
import { searchLimits } from "../../../contract/limits/leads.ts";
import type { Database } from "../../database.ts";
import { isWithin, type LeadRange } from "../../segments/leadRange.ts";
import { type AskedQuestion, questionSql } from "../../segments/questionSql.ts";
import { isAmongFew, leadRanges, strideOf } from "./leadStrides.ts";

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
      const afterId = beyond ?? undefined;
      const behind: LeadRange = { afterId, untilId: null, areFew: true };
      const ranges = isAmongFew(asked) ? [behind] : leadRanges(database, { ...asked, stride, afterId });
      for await (const range of ranges) {
        const rows = await read
          .select({ id: leads.id })
          .from(leads)
          .where(
            and(
              eq(leads.workspaceId, asked.workspaceId),
              isWithin(leads.id, range),
              questionSql(database, { ...asked, range }),
            ),
          )
          .orderBy(asc(leads.id))
          .limit(countMax - ids.length);
        ids.push(...rows.map(({ id }) => id));
        if (ids.length >= countMax) break;
      }
      return ids;
    },
  };
}
