import { and, asc, eq, gt, lte, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { type Condition, conditionsOf, type Question } from "../../../contract/segments/question.ts";
import type { Database } from "../../database.ts";

/**
 * How many leads may be looked through in one statement for a question, where one condition allows `stride`. Null where it
 * asks for more than stands with a lead: what that is gathered from would be gathered again for each piece.
 */
export function strideOf(question: Question, stride: number): number | null {
  const conditions = conditionsOf(question);
  if (!conditions.every(({ about }) => own.has(about))) return null;
  return Math.ceil(stride / conditions.length);
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
  { workspaceId, stride }: { workspaceId: WorkspaceId; stride: number },
): AsyncGenerator<SQL | undefined> {
  let after: SQL | undefined;
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
