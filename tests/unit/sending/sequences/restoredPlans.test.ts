import { expect, test } from "bun:test";
import { createRestoredStore } from "../../../../db/stores/installation/restored.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

eachDatabase("a database that was put back", (open) => {
  const database = emptyBeforeEach(open);

  async function add(
    id: string,
    plan: { state: "scheduled" | "holding" | "starting" | "started" | "draft" },
  ) {
    const { campaignPlans } = database().tables;
    await database().atomically((write) => ({
      plan: write.insert(campaignPlans).values({
        id,
        workspaceId: "ada",
        name: id,
        kind: "sequence",
        createdAt: 1,
        updatedAt: 1,
        dueAt: 2,
        ...plan,
      }),
    }));
  }

  test("begins nothing of what was planned, and goes on with no sequence, until somebody resumes it", async () => {
    const { enrolments, campaignPlans } = database().tables;
    for (const state of ["scheduled", "holding", "starting", "started", "draft"] as const)
      await add(state, { state });
    await add("done", { state: "started" });
    await database().atomically((write) => ({
      enrolled: write.insert(enrolments).values([
        { planId: "started", leadId: "a", workspaceId: "ada", credentialId: "k", step: 0 },
        { planId: "done", leadId: "a", workspaceId: "ada", credentialId: "k", step: 0, endedAt: 3 },
      ]),
    }));
    expect(await createRestoredStore(database()).settle()).toBe(4);
    const rows = await database().read.select().from(campaignPlans);
    const told = rows.map(({ id, state, pausedBy, pausedReason }) => [
      id,
      state,
      pausedBy,
      pausedReason?.code,
    ]);
    expect(told.sort()).toEqual([
      ["done", "started", null, undefined],
      ["draft", "draft", null, undefined],
      ["holding", "starting", "person", "restored"],
      ["scheduled", "scheduled", "person", "restored"],
      ["started", "started", "person", "restored"],
      ["starting", "starting", "person", "restored"],
    ]);
  });
});
