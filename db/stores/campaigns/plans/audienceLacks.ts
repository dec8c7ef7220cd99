import { and, gt, lte, type SQL, sql } from "drizzle-orm";
import type { FieldDefinition } from "../../../../contract/leads/customFields.ts";
import type { Condition } from "../../../../contract/segments/question.ts";
import type { Database } from "../../../database.ts";
import { jsonSqlOf } from "../../../json/jsonSql.ts";
import { questionSql } from "../../../segments/questionSql.ts";
import { type AskedAudience, isMailed } from "./planAudience.ts";

/** What is asked of the leads themselves. */
type AskedOfLeads = {
  /** The custom field whose values are told apart; null where none is. */
  valuesOf: string | null;
  /** What is counted, each by whether a lead is so. */
  conditions: readonly Condition[];
  fields: readonly FieldDefinition[];
};

/** Leads that have one value in the field, as it is stored: so many, and of how many each condition holds. */
export type AlikeLeads = { value: string | null; leads: number; counts: number[] };

/** What those who are mailed say and lack, counted by the database: no lead of a large audience is read. */
export function createAudienceLackStore(database: Database) {
  const { read, tables } = database;
  const { leads } = tables;

  return {
    /** Of a stretch of the leads, after an id and up to another. */
    async alike(
      asked: AskedAudience,
      {
        valuesOf,
        conditions,
        fields,
        ...stretch
      }: AskedOfLeads & { afterId: string; untilId: string | null },
    ): Promise<AlikeLeads[]> {
      const { workspaceId } = asked;
      const moment = { now: 0, zone: "UTC" };
      const holds = (condition: Condition): SQL =>
        questionSql(database, { workspaceId, fields, moment, question: { match: "all", of: [condition] } });
      const counts = conditions.map((condition, at): [string, SQL<number>] => [
        `n${at}`,
        sql`sum(case when ${holds(condition)} then 1 else 0 end)`.mapWith(Number),
      ]);
      const value = valuesOf === null ? sql`null` : jsonSqlOf(tables).textAt(leads.fields, valuesOf);
      const rows = await read
        .select({
          value: sql<string | null>`${value}`,
          leads: sql`count(*)`.mapWith(Number),
          counts: Object.fromEntries(counts),
        })
        .from(leads)
        .where(
          and(
            gt(leads.id, stretch.afterId),
            stretch.untilId === null ? undefined : lte(leads.id, stretch.untilId),
            isMailed(database, asked),
          ),
        )
        .groupBy(sql`1`);
      return rows.map((row) => ({ ...row, counts: counts.map(([name]) => row.counts[name] ?? 0) }));
    },
  };
}
