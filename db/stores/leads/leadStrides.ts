import { and, asc, eq, gt } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { searchLimits } from "../../../contract/limits/leads.ts";
import { type Condition, conditionsOf, isGroup, type Question } from "../../../contract/segments/question.ts";
import type { Database } from "../../database.ts";
import { nextTurn } from "../../nextTurn.ts";
import { unforeseen } from "../../notLeading.ts";
import { happenedKey, sinceOf } from "../../segments/activitySql.ts";
import type { LeadRange } from "../../segments/leadRange.ts";
import type { AskedQuestion } from "../../segments/questionSql.ts";

/**
 * How many leads may be looked through in one statement for these questions and `besides` other conditions, where one
 * condition allows `stride`. What is gathered for a condition is little, and may be gathered for each piece again.
 */
export function strideOf(
  questions: readonly Question[],
  { stride, besides = 0 }: { stride: number; besides?: number },
): number {
  const conditionCount = questions.flatMap(conditionsOf).length + besides;
  // The more conditions a statement has, the longer it takes to be made: pieces of too few leads would take the most of all.
  return Math.ceil(stride / Math.min(Math.max(1, conditionCount), searchLimits.piecesMax));
}

/**
 * Whether a question only finds leads that one of its conditions gathers. Those are few, so that it is answered in one
 * statement which looks at nobody else.
 */
export function isAmongFew(asked: AskedQuestion): boolean {
  const { question } = asked;
  if (question.match === "any" || question.not) return false;
  return question.of.some((part) => !isGroup(part) && gathersFew(part, asked));
}

function gathersFew(condition: Condition, { large, moment }: AskedQuestion): boolean {
  switch (condition.about) {
    case "collections":
      return condition.op === "in" && !condition.collections.some((id) => large?.has(id));
    case "sent":
    case "opened":
    case "clicked":
    case "replied": {
      if (condition.op !== "ever" && condition.op !== "inLast") return false;
      const { about, campaign } = condition;
      const since = sinceOf(condition, moment);
      if (since === null && campaign === undefined && (about === "sent" || about === "opened")) return false;
      return !large?.has(happenedKey({ about, campaign, since }));
    }
    default:
      return false;
  }
}

/**
 * Parts a workspace's leads into pieces of so many, oldest first. Between two of them others have a turn: looking through a
 * million leads in one statement would hold up everybody.
 */
export async function* leadRanges(database: Database, { afterId, ...of }: Stride): AsyncGenerator<LeadRange> {
  let beyond = afterId;
  for (;;) {
    const untilId = await strideEnd(database, { ...of, afterId: beyond });
    yield { afterId: beyond, untilId };
    if (untilId === null) return;
    beyond = untilId;
    await nextTurn();
  }
}

/** So many leads of a workspace, oldest first, or those behind one of them. */
type Stride = { workspaceId: WorkspaceId; stride: number; afterId?: string | undefined };

/** The last of the next so many leads of a workspace; null if there are fewer. */
export async function strideEnd(
  { read, tables }: Database,
  { workspaceId, stride, afterId }: Stride,
): Promise<string | null> {
  const { leads } = tables;
  const [row] = await read
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), afterId === undefined ? undefined : gt(leads.id, afterId)))
    .orderBy(asc(leads.id))
    .limit(1)
    .offset(unforeseen(tables, stride - 1));
  return row?.id ?? null;
}
