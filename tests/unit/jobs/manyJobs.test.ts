import { expect, test } from "bun:test";
import { v7 } from "uuid";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { sqlitePlans } from "../../support/db/sqlitePlans.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { turnsDuring } from "../../support/turnsDuring.ts";

test("the next job is found by its index alone, of whatever kind others wait in great numbers", async () => {
  const plans = await sqlitePlans(async (database) => {
    const store = createJobStore(database);
    const job = { workspaceId: "", key: null, payload: {}, dueAt: 1, createdAt: 1 };
    await store.put([
      { ...job, id: "j1", kind: "import" },
      { ...job, id: "j2", kind: "systemMail" },
    ]);
    const kinds = { kinds: ["import", "systemMail"], alone: ["import"] };
    const claim = (holder: string, now: number) =>
      store.claim({ ...kinds, holder, now, leaseUntil: now + 9 });
    for (const now of [2, 3]) expect(await claim("h", now)).not.toBeNull();
    expect(await store.soonest(kinds)).toBe(11);
  });
  const looks = plans.filter((lines) => lines.some((line) => line.includes("jobs_next")));
  // What is first, and a claim of either kind.
  expect(looks).toHaveLength(3);
  const ofJobs = looks.flat().filter((line) => /\bjobs\b|TEMP B-TREE/.test(line));
  const isFound =
    /^(SEARCH jobs USING (COVERING )?INDEX (jobs_next \(kind=\? AND state=\?|sqlite_autoindex_jobs_1 \(id=\?)|SEARCH other)/;
  expect(ofJobs.filter((line) => !isFound.test(line))).toEqual([]);
});

eachDatabase("jobs that are asked for in great numbers", (open) => {
  const database = emptyBeforeEach(open);

  test("are written in batches, between which others have their turn", async () => {
    const core = { database: database(), clock: { now: () => 1 }, log: keptLog().log, newId: () => v7() };
    const jobs = createJobs(core);
    const batches = 3;
    const requests = Array.from({ length: batches * jobLimits.writeBatch + 1 }, (_, place) => ({
      kind: "campaignStart" as const,
      key: `start ${place}`,
    }));
    expect(await turnsDuring(() => jobs.askAll(requests))).toBeGreaterThanOrEqual(batches);
    expect(await jobs.openCount("campaignStart")).toBe(requests.length);
    // What is there already is there once.
    await jobs.askAll(requests);
    expect(await jobs.openCount("campaignStart")).toBe(requests.length);
  });
});
