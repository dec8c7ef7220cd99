import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { CampaignState, PausedBy } from "../../contract/schemas/campaign.ts";
import type { Database } from "../../db/database.ts";
import { createPlanListStore } from "../../db/stores/campaigns/plans/planLists.ts";
import type { PlanRow } from "../../db/stores/campaigns/plans/planRows.ts";
import { hasMoreToComeSql, planStateOf, planStateSql } from "../../db/stores/campaigns/plans/planState.ts";
import { partStatesOf } from "../../server/campaigns/plans/campaignAnswer.ts";
import { eachDatabase, emptyBeforeEach } from "../support/db/databases.ts";
import { type Chance, createChance } from "../support/simulation/chance.ts";
import { campaignRow, planRow } from "../support/smtp/sendingRows.ts";

const workspaceId = "ada";
type RandomPlan = {
  plan: PlanRow;
  parts: { state: CampaignState; pausedBy: PausedBy | null }[];
  /** Whether each of its leads has come to its end. */
  leads: boolean[];
};

function randomPlan(chance: Chance, index: number): RandomPlan {
  const stored = ["draft", "scheduled", "holding", "starting", "cancelled", "preparing"] as const;
  // Most have begun: of those the parts tell.
  const state = chance.is(0.3) ? chance.pick(stored) : ("started" as const);
  const pausedBy = chance.is(0.2) ? ("person" as const) : null;
  const kind = chance.pick(["once", "sequence"] as const);
  const archivedAt = chance.is(0.2) ? 6 : null;
  const parts = Array.from({ length: chance.between(0, 3) }, () => {
    const partState = chance.pick(["running", "paused", "finished", "finished", "cancelled"] as const);
    const by = partState === "paused" ? chance.pick(["person", "account", "test", null] as const) : null;
    return { state: partState, pausedBy: by };
  });
  return {
    plan: planRow(`p${index}`, { state, pausedBy, kind, archivedAt }),
    parts,
    leads: Array.from({ length: chance.between(0, 2) }, () => chance.is(0.6)),
  };
}

async function write({ tables, atomically }: Database, all: readonly RandomPlan[]): Promise<void> {
  const { campaignPlans, campaigns, enrolments } = tables;
  await atomically((write) => ({
    plans: all.map(({ plan }) => write.insert(campaignPlans).values(plan)),
    parts: all.flatMap(({ plan, parts }) =>
      parts.map((part, nth) => {
        const id = `${plan.id}-${nth}`;
        return write.insert(campaigns).values(campaignRow({ ...part, id, requestKey: id, planId: plan.id }));
      }),
    ),
    leads: all.flatMap(({ plan, leads }) =>
      leads.map((hasEnded, nth) =>
        write.insert(enrolments).values({
          planId: plan.id,
          leadId: `l${nth}`,
          workspaceId,
          credentialId: "account",
          step: 0,
          dueAt: hasEnded ? null : 5,
          endedAt: hasEnded ? 4 : null,
        }),
      ),
    ),
  }));
}

eachDatabase("where a campaign stands", (open) => {
  const database = emptyBeforeEach(open);

  test("is the same in lists and alone, whatever it and its parts are, by chance", async () => {
    const chance = createChance(31, "plan states");
    const all = Array.from({ length: 300 }, (_, index) => randomPlan(chance, index));
    await write(database(), all);
    const { read, tables } = database();
    const { campaignPlans } = tables;
    const rows = await read
      .select({ id: campaignPlans.id, state: planStateSql(tables), hasMore: hasMoreToComeSql(tables) })
      .from(campaignPlans)
      .where(eq(campaignPlans.workspaceId, workspaceId));
    const told = new Map(rows.map(({ id, state }) => [id, state]));
    const lists = createPlanListStore(database());
    // A send that was not accepted is nobody's campaign yet.
    const shown = all.filter(({ plan }) => plan.state !== "preparing");
    const key = (state: string | undefined, archived: boolean) => `${state}, archived: ${archived}`;
    const counted = Map.groupBy(shown, ({ plan }) => key(told.get(plan.id), plan.archivedAt !== null));
    const counts = await lists.countsByState(workspaceId);
    expect(counts).toHaveLength(counted.size);
    for (const { state, archived, count } of counts)
      expect(count).toBe(counted.get(key(state, archived))?.length ?? 0);
    const seen = new Set<string>();
    for (const { plan, parts: made, leads } of all) {
      const parts = await lists.partsOf(workspaceId, [plan.id]);
      expect(parts).toHaveLength(made.length);
      const hasMore = plan.kind === "sequence" && leads.includes(false);
      const state = planStateOf(plan, partStatesOf(parts), hasMore);
      expect({ id: plan.id, state: told.get(plan.id) }).toEqual({ id: plan.id, state });
      expect(rows.find(({ id }) => id === plan.id)?.hasMore).toBe(hasMore);
      seen.add(state);
    }
    expect([...seen].sort()).toEqual([
      "cancelled",
      "draft",
      "finished",
      "holding",
      "paused",
      "running",
      "scheduled",
      "starting",
    ]);
  });
});
