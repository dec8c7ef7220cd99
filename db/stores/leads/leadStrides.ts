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
  database: Database,
  { afterId, ...of }: Stride,
): AsyncGenerator<SQL | undefined> {
  const { id } = database.tables.leads;
  let beyond = afterId;
  for (;;) {
    const end = await strideEnd(database, { ...of, afterId: beyond });
    yield and(beyond === undefined ? undefined : gt(id, beyond), end === null ? undefined : lte(id, end));
    if (end === null) return;
    beyond = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** So many leads of a workspace, oldest first, or those behind one of them. */
type Stride = { workspaceId: WorkspaceId; stride: number; afterId?: string | undefined };

/** The last of the next so many leads of a workspace; null if there are fewer. */
export async function strideEnd(
  { read, tables: { leads } }: Database,
  { workspaceId, stride, afterId }: Stride,
): Promise<string | null> {
  const [row] = await read
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), afterId === undefined ? undefined : gt(leads.id, afterId)))
    .orderBy(asc(leads.id))
    .limit(1)
    .offset(stride - 1);
  return row?.id ?? null;
}
