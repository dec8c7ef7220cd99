import { and, asc, type Column, eq, gt, lte, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { searchLimits } from "../../../contract/limits/leads.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import { type Condition, conditionsOf, type Question } from "../../../contract/segments/question.ts";
import type { Database } from "../../database.ts";

/**
 * How many leads may be looked through in one statement for these questions and `besides` other conditions, where one
 * condition allows `stride`. Null where something is gathered for the questions from mails or collections, which would be
 * gathered again for each piece: that is worth it only beside more conditions than one question has.
 */
export function strideOf(
  questions: readonly Question[],
  { stride, besides = 0 }: { stride: number; besides?: number },
): number | null {
  const conditions = questions.flatMap(conditionsOf);
  const ownCount = conditions.filter(({ about }) => own.has(about)).length;
  if (ownCount < conditions.length && ownCount <= segmentLimits.conditionsMax) return null;
  // The more conditions a statement has, the longer it takes to be made: pieces of too few leads would take the most of all.
  return Math.ceil(stride / Math.min(Math.max(1, ownCount + besides), searchLimits.piecesMax));
}

/** What a lead's own row answers. */
const own: ReadonlySet<Condition["about"]> = new Set([
  ...(["firstName", "lastName", "email", "domain", "phone", "field"] as const),
  ...(["optedOut", "created", "mailsSent", "mailsOpened", "consent"] as const),
]);

/** Leads behind one, by their ids, and up to another; open to a side where there is none. */
export type LeadRange = { afterId?: string | undefined; untilId: string | null };

/** That a column with the ids of leads is within a range. */
export function isWithin(leadId: Column, { afterId, untilId }: LeadRange): SQL | undefined {
  return and(
    afterId === undefined ? undefined : gt(leadId, afterId),
    untilId === null ? undefined : lte(leadId, untilId),
  );
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
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The same as conditions on leads. */
export async function* leadStrides(database: Database, of: Stride): AsyncGenerator<SQL | undefined> {
  for await (const range of leadRanges(database, of)) yield isWithin(database.tables.leads.id, range);
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
