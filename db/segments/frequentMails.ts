import { count, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { segmentLimits } from "../../contract/limits/segments.ts";
import type { Moment } from "../../contract/segments/days.ts";
import { conditionsOf, type Question } from "../../contract/segments/question.ts";
import type { Database } from "../database.ts";
import { type Happened, happenedKey, sinceOf, whereHappened } from "./activitySql.ts";

type Asking = { workspaceId: WorkspaceId; questions: readonly Question[]; moment: Moment };

/**
 * What questions ask of mails and what happened to more than a few of them, by its key: see `AskedQuestion.large`. No more
 * mails are read for it than that.
 */
export async function frequentMails(
  database: Pick<Database, "read" | "tables">,
  { workspaceId, questions, moment }: Asking,
  countMax: number = segmentLimits.gatheredMailsMax,
): Promise<string[]> {
  const all = new Map<string, Happened>();
  for (const condition of questions.flatMap(conditionsOf)) {
    const { about } = condition;
    if (about !== "sent" && about !== "opened" && about !== "clicked") continue;
    // What was ever sent or opened of any campaign is counted with the lead.
    const isCounted = condition.campaign === undefined && about !== "clicked";
    const moments = isCounted ? [sinceOf(condition, moment)] : [sinceOf(condition, moment), null];
    for (const since of moments) {
      const what = { about, campaign: condition.campaign, since };
      if (!isCounted || since !== null) all.set(happenedKey(what), what);
    }
  }
  const keys: string[] = [];
  for (const [key, what] of all) {
    // Of one campaign, what happened since a moment is not found without all that ever did.
    const since = what.campaign === undefined ? what.since : null;
    if (await isFrequent(database, { ...what, workspaceId, since }, countMax)) keys.push(key);
  }
  return keys;
}

async function isFrequent(
  database: Pick<Database, "read" | "tables">,
  what: Happened & { workspaceId: WorkspaceId },
  countMax: number,
): Promise<boolean> {
  const { read, tables } = database;
  const some = read
    .select({ one: sql`1`.as("one") })
    .from(tables.deliveries)
    .where(whereHappened(database, what))
    .limit(countMax + 1)
    .as("some");
  const [row] = await read.select({ count: count() }).from(some);
  return (row?.count ?? 0) > countMax;
}
