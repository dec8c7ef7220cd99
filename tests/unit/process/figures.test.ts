import { expect, test } from "bun:test";
import { createFigureStore } from "../../../db/stores/installation/figures.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { credentialRow } from "../../support/smtp/sendingRows.ts";

eachDatabase("the installation's figures", (open) => {
  const database = emptyBeforeEach(open);

  test("are noughts where there is nothing", async () => {
    const store = createFigureStore(database());
    expect(await store.accounts()).toEqual({ working: 0, resting: 0, stopped: 0 });
    expect(await store.deliveries()).toMatchObject({ queued: 0, sent: 0, skipped: 0 });
    expect(await store.jobs()).toEqual([]);
    expect(await database().bytes()).toBeGreaterThan(10_000);
  });

  test("tell accounts that go on by themselves from those that wait for a person", async () => {
    const { atomically, tables } = database();
    const paused = { paused: true, pausedReason: said("421") };
    const rows = [
      credentialRow({ id: "a", appEmail: "a@x.test" }),
      credentialRow({ id: "b", appEmail: "b@x.test", ...paused, pausedUntil: 5 }),
      credentialRow({ id: "c", appEmail: "c@x.test", ...paused }),
      credentialRow({ id: "d", appEmail: "d@x.test", ...paused }),
    ];
    await atomically((write) => ({ rows: write.insert(tables.credentials).values(rows) }));
    expect(await createFigureStore(database()).accounts()).toEqual({ working: 1, resting: 1, stopped: 2 });
  });

  test("add up what all campaigns have in each state", async () => {
    const { atomically, tables } = database();
    const counts = ["one", "two"].map((campaignId) => ({
      campaignId,
      workspaceId: campaignId,
      sent: 2,
      queued: 5,
    }));
    await atomically((write) => ({ rows: write.insert(tables.campaignCounts).values(counts) }));
    expect(await createFigureStore(database()).deliveries()).toMatchObject({
      sent: 4,
      queued: 10,
      failed: 0,
    });
  });
});
