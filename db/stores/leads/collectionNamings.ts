import { and, eq, isNotNull, like, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import { isGroup, type QuestionPart } from "../../../contract/segments/question.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { isPlan, type PlanRow } from "../campaigns/plans/planRows.ts";
import type { SegmentRow } from "./segments.ts";

/** What names a collection by its id: segments, and whom campaigns are for; also those that can be brought back. */
export type Namings = {
  segments: Pick<SegmentRow, "id" | "question" | "updatedAt">[];
  plans: (Pick<PlanRow, "id" | "version"> & { audience: PlanAudience })[];
};

type Key = { workspaceId: WorkspaceId; id: string };

export async function namingsOf({ read, tables }: Database, { workspaceId, id }: Key): Promise<Namings> {
  const { segments, campaignPlans } = tables;
  const named = `%"${id}"%`;
  const asking = await read
    .select({ id: segments.id, question: segments.question, updatedAt: segments.updatedAt })
    .from(segments)
    .where(and(eq(segments.workspaceId, workspaceId), like(sql`cast(${segments.question} as text)`, named)));
  const plans = await read
    .select({ id: campaignPlans.id, version: campaignPlans.version, audience: campaignPlans.audience })
    .from(campaignPlans)
    .where(
      and(
        eq(campaignPlans.workspaceId, workspaceId),
        isNotNull(campaignPlans.audience),
        like(sql`cast(${campaignPlans.audience} as text)`, named),
      ),
    );
  return {
    segments: asking,
    plans: plans.flatMap((plan) => (plan.audience === null ? [] : [{ ...plan, audience: plan.audience }])),
  };
}

type Renaming = { workspaceId: WorkspaceId; from: string; into: string; now: number };

/** The statements by which they name another one. Each finds nothing where somebody has written it since it was read. */
export function renaming(
  write: Builder,
  tables: Tables,
  { segments, plans }: Namings,
  { workspaceId, now, ...ids }: Renaming,
): PromiseLike<{ id: string }[]>[] {
  const { segments: segmentRows, campaignPlans } = tables;
  return [
    ...segments.map(({ id, question, updatedAt }) =>
      write
        .update(segmentRows)
        .set({
          question: { ...question, of: question.of.map((part) => asking(part, ids)) },
          updatedAt: Math.max(now, updatedAt + 1),
        })
        .where(
          and(
            eq(segmentRows.id, id),
            eq(segmentRows.workspaceId, workspaceId),
            eq(segmentRows.updatedAt, updatedAt),
          ),
        )
        .returning({ id: segmentRows.id }),
    ),
    ...plans.map(({ id, version, audience }) =>
      write
        .update(campaignPlans)
        .set({ audience: meaning(audience, ids), version: version + 1, updatedAt: now })
        .where(and(isPlan(tables, { workspaceId, id }), eq(campaignPlans.version, version)))
        .returning({ id: campaignPlans.id }),
    ),
  ];
}

type Ids = { from: string; into: string };

function asking(part: QuestionPart, ids: Ids): QuestionPart {
  if (isGroup(part)) return { ...part, of: part.of.map((inner) => asking(inner, ids)) };
  return part.about === "collections" ? { ...part, collections: listed(part.collections, ids) } : part;
}

function meaning(audience: PlanAudience, ids: Ids): PlanAudience {
  const { collections, not } = audience;
  return {
    ...audience,
    collections: listed(collections, ids),
    not: { ...not, collections: listed(not.collections, ids) },
  };
}

/** Each once, also where both were named. */
function listed(collections: readonly string[], { from, into }: Ids): string[] {
  return [...new Set(collections.map((id) => (id === from ? into : id)))];
}
