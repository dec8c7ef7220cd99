import { and, asc, eq, gt, lte, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { searchLimits } from "../../../contract/limits/leads.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { type Condition, conditionsOf, type Question } from "../../../contract/segments/question.ts";
import type { Database } from "../../database.ts";

/**
 * How many leads may be looked through in one statement for these questions, where one condition allows `stride`. Null where
 * something is gathered for them from mails or collections, which would be gathered again for each piece: that is worth it
 * only beside more conditions than one question has.
 */
export function strideOf(
  questions: readonly Question[],
  { stride, gathers = false }: { stride: number; gathers?: boolean },
): number | null {
  const conditions = questions.flatMap(conditionsOf);
  const ownCount = conditions.filter(({ about }) => own.has(about)).length;
  const isGathered = gathers || ownCount < conditions.length;
  if (isGathered && ownCount <= segmentLimits.conditionsMax) return null;
  // The more conditions a statement has, the longer it takes to be made: pieces of too few leads would take the most of all.
  return Math.ceil(stride / Math.min(Math.max(1, ownCount), searchLimits.piecesMax));
}

/** What a lead's own row answers. */
const own: ReadonlySet<Condition["about"]> = new Set([
  ...(["firstName", "lastName", "email", "domain", "phone", "field"] as const),
  ...(["optedOut", "created", "mailsSent", "mailsOpened", "consent"] as const),
]);

/**
 * Conditions that part a workspace's leads into pieces of so many, oldest first. Between two of them others have a turn:
 * looking through a million leads in one statement would hold up everybody.
 */
export async function* leadStrides(
  { read, tables: { leads } }: Database,
  { workspaceId, stride, afterId }: { workspaceId: WorkspaceId; stride: number; afterId?: string },
): AsyncGenerator<SQL | undefined> {
  let after = afterId === undefined ? undefined : gt(leads.id, afterId);
  for (;;) {
    const [last] = await read
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), after))
      .orderBy(asc(leads.id))
      .limit(1)
      .offset(stride - 1);
    yield and(after, last && lte(leads.id, last.id));
    if (last === undefined) return;
    after = gt(leads.id, last.id);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
