import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import type { Database } from "../../../database.ts";
import { nextTurn } from "../../../nextTurn.ts";
import { notLeading, unforeseen } from "../../../notLeading.ts";
import { isWithin } from "../../../segments/leadRange.ts";
import type { Tables } from "../../../tables.ts";
import type { AskedAudience, AudienceRule } from "./askedAudience.ts";
import { ofPlan, type PlanKey } from "./planRows.ts";

export type OtherAddressStore = ReturnType<typeof createOtherAddressStore>;

type Looking = { mailsAtOnce?: number; turn?: () => Promise<void> };

/**
 * Addresses that had mails for leads that are gone, or have another address by now. A rule that leaves out who had mails goes
 * by the lead, and somebody who is deleted and added or imported again is another one. `mailsAtOnce` are looked through in one statement,
 * and after each others have a `turn`.
 */
export function createOtherAddressStore(
  { read, tables }: Database,
  { mailsAtOnce = campaignLimits.audienceSlice, turn = nextTurn }: Looking = {},
) {
  const { campaigns, deliveries, leads } = tables;

  /** Each with the steps of the parts that its mails are of. */
  async function ofParts(workspaceId: WorkspaceId, parts: SQL | undefined, mails: SQL | undefined) {
    const found = new Map<string, Set<number>>();
    const ids = await read.select({ id: campaigns.id, step: campaigns.step }).from(campaigns).where(parts);
    for (const { id, step } of ids) {
      const ofPart = and(eq(deliveries.campaignId, id), eq(deliveries.workspaceId, workspaceId));
      for (let afterId: string | null = ""; afterId !== null; ) {
        const untilId: string | null = await lastOf(ofPart, afterId);
        const rows = await read
          .selectDistinct({ email: deliveries.email })
          .from(deliveries)
          .where(and(ofPart, isWithin(deliveries.leadId, { afterId, untilId }), mails, notExists(hasIt)));
        for (const { email } of rows) found.set(email, (found.get(email) ?? new Set()).add(step));
        afterId = untilId;
        await turn();
      }
    }
    return found;
  }

  const hasIt = read
    .select({ one: sql`1` })
    .from(leads)
    .where(
      and(
        eq(leads.id, deliveries.leadId),
        eq(leads.workspaceId, deliveries.workspaceId),
        eq(leads.email, deliveries.email),
      ),
    );

  /** The lead of the last of the next mails of a part; null if there are fewer. */
  async function lastOf(ofPart: SQL | undefined, afterId: string): Promise<string | null> {
    const [last] = await read
      .select({ id: deliveries.leadId })
      .from(deliveries)
      .where(and(ofPart, gt(deliveries.leadId, afterId)))
      .orderBy(asc(deliveries.leadId))
      .limit(1)
      .offset(unforeseen(tables, mailsAtOnce - 1));
    return last?.id ?? null;
  }

  return {
    /** Of one campaign; its mails that are still to be sent count as well. */
    ofCampaign: async ({ workspaceId, id }: PlanKey): Promise<Set<string>> =>
      new Set((await ofParts(workspaceId, ofPlan(tables, { workspaceId, id }), hasMailed(tables))).keys()),

    /** Of a sequence, with the steps whose mails are there, or on their way there. */
    ofSteps: ({ workspaceId, id }: PlanKey): Promise<Map<string, Set<number>>> =>
      ofParts(
        workspaceId,
        ofPlan(tables, { workspaceId, id }),
        inArray(deliveries.state, ["sending", "sent", "uncertain"]),
      ),

    /** Of every campaign, since then. */
    since: async (of: { workspaceId: WorkspaceId; since: number }): Promise<Set<string>> => {
      const isSince = and(eq(notLeading(deliveries.state), "sent"), gte(deliveries.sentAt, of.since));
      return new Set((await ofParts(of.workspaceId, isLately(tables, of), isSince)).keys());
    },
  };
}

/** Mails that are still to be sent count as well, since their leads will have got them. */
export function hasMailed({ deliveries }: Tables): SQL {
  return notInArray(deliveries.state, ["skipped", "failed"]);
}

/** Campaigns that may have sent mails since then. */
export function isLately(
  { campaigns }: Tables,
  { workspaceId, since }: { workspaceId: WorkspaceId; since: number },
): SQL | undefined {
  return and(
    eq(campaigns.workspaceId, workspaceId),
    // Mails that were asked for one by one are no lead's.
    isNull(campaigns.mailKind),
    or(isNull(campaigns.finishedAt), gte(campaigns.finishedAt, since)),
  );
}

/** Whether a rule leaves out addresses that other leads had, which the database is not asked. */
export function hasOthers({ rules }: Pick<AskedAudience, "rules">): boolean {
  return rules.some((rule) => (othersOf(rule)?.size ?? 0) > 0);
}

/** The first rule that leaves out a lead, of those that go by the lead and those that go by its address. */
export function firstRule(
  { rules }: Pick<AskedAudience, "rules">,
  { email, rule }: { email: string; rule: number | null },
): number | null {
  const byAddress = rules.findIndex((one) => othersOf(one)?.has(email));
  return byAddress >= 0 && (rule === null || byAddress < rule) ? byAddress : rule;
}

function othersOf(rule: AudienceRule): ReadonlySet<string> | undefined {
  return rule.kind === "campaign" || rule.kind === "recent" ? rule.others : undefined;
}
