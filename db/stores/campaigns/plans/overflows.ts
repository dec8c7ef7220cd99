import { and, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Builder, bound, type Database, following } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { isAmong } from "../../../lockedRows.ts";
import { notLeading } from "../../../notLeading.ts";
import type { StoredContent } from "../../../tables/campaignPlans.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { goesOn, isPlan, isPlanOfPart, type PlanKey, type PlanRow } from "./planRows.ts";

/** A running part with mails that wait for their first attempt, and its campaign. */
export type WaitingPart = { part: CampaignRow; queued: number; plan: PlanRow & { content: StoredContent } };

/** Moves at most `countMax` mails from one part of a campaign to another. */
type Overflow = { key: PlanKey; from: { id: string }; to: { id: string }; countMax: number; now: number };

/** Mails that are sent from another account of their campaign because their own has reached its daily limit. */
export function createOverflowStore(database: Database) {
  return { ...waiting(database), ...moving(database) };
}

function waiting({ read, ask, tables }: Database) {
  const { campaigns, campaignCounts } = tables;
  const { queued, deferred, sending } = campaignCounts;
  return {
    /** Of campaigns that are running. */
    async waitingParts(): Promise<WaitingPart[]> {
      const rows = await ask(bound(readWaitingParts, {}));
      return rows.flatMap(({ part, plan, ...rest }) => {
        const { content } = plan;
        return isAccepted(part) && content !== null ? [{ ...rest, part, plan: { ...plan, content } }] : [];
      });
    },

    /** How many mails of any kind wait for these accounts, or are being sent through them. */
    async waitingFor(credentialIds: readonly string[]): Promise<Map<string, number>> {
      const count = sql<number>`sum(${queued} + ${deferred} + ${sending})`.mapWith(Number);
      const rows = await read
        .select({ id: campaigns.credentialId, count })
        .from(campaigns)
        .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
        .where(and(inArray(campaigns.credentialId, [...credentialIds]), eq(campaigns.state, "running")))
        .groupBy(campaigns.credentialId);
      return new Map(rows.map(({ id, count: waits }) => [id, waits]));
    },
  };
}

/** Used at every turn. */
function readWaitingParts(builder: Builder, tables: Tables) {
  const { campaigns, campaignCounts, campaignPlans } = tables;
  const { queued } = campaignCounts;
  return builder
    .select({ part: campaigns, queued, plan: campaignPlans })
    .from(campaigns)
    .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
    .innerJoin(campaignPlans, isPlanOfPart(tables))
    .where(and(eq(campaigns.state, "running"), gt(queued, 0), goesOn(tables)));
}

function moving(database: Database) {
  const { tables } = database;
  const { campaigns, campaignPlans, enrolments } = tables;
  return {
    /**
     * Moves some mails that nobody has tried yet, with the leads of a sequence whose first mail they are. Null, and moves
     * none, if the campaign or either part is not running any more.
     */
    async overflow(of: Overflow): Promise<{ moved: number; to: CampaignRow | null } | null> {
      const { key, from, to, countMax, now } = of;
      const move = { fromId: from.id, toId: to.id, countMax, now };
      return unlessUnchanged(async (unchanged) => {
        const { moved, parts } = await database.atomically(
          (write) => ({
            plan: write
              .select({ id: campaignPlans.id })
              .from(campaignPlans)
              .where(and(isPlan(tables, key), goesOn(tables))),
            moved: bound(moveSome, move),
            left: following(shrink, ({ moved: gone }: { moved: readonly unknown[] }) => ({
              id: from.id,
              count: gone.length,
            })),
            parts: following(grow, ({ moved: come }: { moved: readonly unknown[] }) => ({
              id: to.id,
              count: come.length,
            })),
            stands: following(follow, ({ moved: come }: { moved: readonly { id: string }[] }) => ({
              planId: key.id,
              workspaceId: key.workspaceId,
              partId: to.id,
              ids: JSON.stringify(come.map(({ id }) => id)),
            })),
          }),
          (results) => {
            const isBoth = results.left.length === 1 && results.parts.length === 1;
            if (results.plan.length === 0 || results.moved.length === 0 || !isBoth) throw unchanged;
          },
        );
        return { moved: moved.length, to: (parts as CampaignRow[]).find(isAccepted) ?? null };
      });
    },
  };

  /** All mails of a sequence's lead come from the account that sends the first one. */
  function follow(builder: Builder) {
    return builder
      .update(enrolments)
      .set({ credentialId: accountOf(builder) as unknown as string })
      .where(
        and(
          eq(enrolments.planId, value("planId")),
          eq(enrolments.workspaceId, value("workspaceId")),
          isListed(tables, enrolments.deliveryId, value("ids")),
        ),
      );
  }

  function accountOf(builder: Builder): SQL {
    const account = builder
      .select({ id: campaigns.credentialId })
      .from(campaigns)
      .where(eq(campaigns.id, value("partId")));
    return sql`(${account})`;
  }
}

const value = sql.placeholder;

/** The last in the queue, because whoever sends takes the first ones. */
function moveSome(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  const waits = and(eq(deliveries.state, "queued"), lte(deliveries.dueAt, value("now")));
  const some = builder
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.campaignId, value("fromId")), waits))
    .orderBy(desc(deliveries.dueAt), desc(deliveries.id))
    .limit(value("countMax"));
  return (
    builder
      .update(deliveries)
      .set({ campaignId: sql`cast(${value("toId")} as text)` })
      // Checked on the row itself too: a sender may have taken it since the query found it.
      .where(
        and(
          isAmong(deliveries.id, some, { tables, as: "taken" }),
          eq(notLeading(deliveries.campaignId), value("fromId")),
          waits,
        ),
      )
      .returning({ id: deliveries.id })
  );
}

const count = sql`cast(${value("count")} as bigint)`;

function shrink(builder: Builder, { campaigns }: Tables) {
  return builder
    .update(campaigns)
    .set({ total: sql`${campaigns.total} - ${count}`, accepted: sql`${campaigns.accepted} - ${count}` })
    .where(and(eq(campaigns.id, value("id")), eq(campaigns.state, "running")))
    .returning({ id: campaigns.id });
}

/** Makes a finished part run again, and one that is being prepared begin. */
function grow(builder: Builder, { campaigns }: Tables) {
  return builder
    .update(campaigns)
    .set({
      total: sql`${campaigns.total} + ${count}`,
      accepted: sql`${campaigns.accepted} + ${count}`,
      state: "running" as const,
      finishedAt: null,
    })
    .where(
      and(
        eq(campaigns.id, value("id")),
        inArray(campaigns.state, ["running", "finished", "preparing"]),
        isNull(campaigns.pausedBy),
      ),
    )
    .returning();
}
