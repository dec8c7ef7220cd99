import { and, type SQL, sql } from "drizzle-orm";
import type { FieldDefinition } from "../../../../contract/leads/customFields.ts";
import type { Condition } from "../../../../contract/segments/question.ts";
import type { Database } from "../../../database.ts";
import { jsonSqlOf } from "../../../json/jsonSql.ts";
import { questionSql } from "../../../segments/questionSql.ts";
import type { AskedAudience } from "./askedAudience.ts";
import { audiencePieces } from "./audiencePieces.ts";
import { isMailed } from "./planAudience.ts";

/** What to count among the leads. */
type AskedOfLeads = {
  /** The custom field whose values are counted separately; null for none. */
  valuesOf: string | null;
  /** Conditions, for each of which the leads that meet it are counted. */
  conditions: readonly Condition[];
  fields: readonly FieldDefinition[];
};

/** Leads with the same stored value in the field: how many, and how many meet each condition. */
export type AlikeLeads = { value: string | null; leads: number; counts: number[] };

/** What the leads of an audience have and lack. The database counts it, so that no lead of a large audience is read. */
export function createAudienceLackStore(database: Database, { leadsAtOnce }: { leadsAtOnce: number }) {
  const { read, tables } = database;
  const { leads } = tables;

  return {
    /** Those of a piece of the audience after the other. */
    async *alike(
      asked: AskedAudience,
      { valuesOf, conditions, fields }: AskedOfLeads,
    ): AsyncGenerator<AlikeLeads[]> {
      const { workspaceId } = asked;
      const moment = { now: 0, zone: "UTC" };
      const holds = (condition: Condition): SQL =>
        questionSql(database, { workspaceId, fields, moment, question: { match: "all", of: [condition] } });
      const counts = conditions.map((condition, at): [string, SQL<number>] => [
        `n${at}`,
        sql`sum(case when ${holds(condition)} then 1 else 0 end)`.mapWith(Number),
      ]);
      const value = valuesOf === null ? sql`null` : jsonSqlOf(tables).textAt(leads.fields, valuesOf);
      for await (const { where, range } of audiencePieces(database, asked, { leadsAtOnce })) {
        const rows = await read
          .select({
            value: sql<string | null>`${value}`,
            leads: sql`count(*)`.mapWith(Number),
            counts: Object.fromEntries(counts),
          })
          .from(leads)
          .where(and(where, isMailed(database, asked, range)))
          .groupBy(sql`1`);
        yield rows.map((row) => ({ ...row, counts: counts.map(([name]) => row.counts[name] ?? 0) }));
      }
    },
  };
}
