import { expect, test } from "bun:test";
import { join } from "node:path";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
import type { Database } from "../../../db/database.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { createImportService } from "../../../server/imports/imports.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { type ImportDesk, importDesk } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { until } from "../../support/until.ts";

const ada = scopeNamed("ada");
/** More than two of the smallest slices: each commit of a slice is a moment to die at, and costs two imports. */
const newCount = 450;
/** Known leads, new ones, somebody twice, and rows that are rejected, two of whom unsubscribed. */
const file = [
  "Name,Email,Unsubscribed",
  "Changed,known1@example.com,",
  "Changed,known2@example.com,yes",
  ...Array.from({ length: newCount }, (_, index) => `New${index},new${index}@example.com,`),
  "Again,new7@example.com,",
  ",nameless1@example.com,yes",
  ",nameless2@example.com,yes",
  "Broken,no address,",
].join("\n");

type Case = { rows: string; plans: "on" | "off" };

/** A database whose process dies at a commit: that one, or its answer, and everything after it is lost. */
function dying(database: Database, n: number, when: "before" | "after") {
  let commits = 0;
  const dies = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  const mortal: Database = {
    ...database,
    // The server's own thread does all of the writing, so that each slice is one of its commits.
    beside: null,
    async atomically(build, check) {
      commits += 1;
      if (commits >= n) dies.resolve();
      if (commits > n || (commits === n && when === "before")) return never;
      const results = await database.atomically(build, check);
      return commits >= n ? never : results;
    },
  };
  return { mortal, isDead: () => commits >= n, dies: dies.promise };
}

/** Does the jobs of a desk with another database below, as another process would; one later is another machine, if that may be. */
function worker(desk: ImportDesk, database: Database, laterMs = 0) {
  const { settings, clock } = desk.core;
  const isElsewhere = database.shared !== null && laterMs > 0;
  const core = {
    ...desk.core,
    database,
    clock: { ...clock, now: () => Date.now() + laterMs },
    settings: isElsewhere ? { ...settings, dataFolder: join(desk.dataFolder, "elsewhere") } : settings,
  };
  const jobs = createJobs(core);
  const service = createImportService(core, { jobs });
  jobs.start({ import: service.handler });
  return { jobs, service };
}

async function told(desk: ImportDesk, database: Database, job: ImportJob) {
  const { file: rejects } = await desk.files.rejects(desk.keyOf(ada, job));
  const { leads, memberships, importChanges, suppressions } = database.tables;
  const count = async (
    table: typeof leads | typeof memberships | typeof importChanges | typeof suppressions,
  ) => (await database.read.select().from(table)).length;
  const [one] = await database.read.select().from(database.tables.collections);
  const page = await desk.leads.page(ada, { pageSize: 1 });
  return {
    leads: await count(leads),
    total: page.total,
    members: await count(memberships),
    changes: await count(importChanges),
    suppressed: await count(suppressions),
    memberCount: one?.leadCount,
    rejects: await new Response(rejects).text(),
  };
}

const leaseOver = jobLimits.leaseMs + 1;
/** The commits before it are the same for every file: the claim, and what was staged. */
const writtenFrom = 4;

/** The way of an import whose process dies at its `n`th commit, and of its undoing; `isDead` once there are so many. */
async function broken(database: Database, { rows, plans }: Case, n: number, when: "before" | "after") {
  const desk = importDesk(database, { plans });
  await desk.jobs.close();
  await desk.leads.add(ada, leadNamed("known1"));
  await desk.leads.add(ada, leadNamed("known2"));
  const job = await desk.begin(ada, rows, { collection: "spring" });
  const { mortal, isDead, dies } = dying(database, n, when);
  const first = worker(desk, mortal);
  const ended = until(async () => (await desk.look(ada, job)).state !== "running", 30_000);
  await Promise.race([dies, ended]);
  // One that never died would take up the imports of the cases after this, under this one's plans.
  // Not waited for: one that dies while it ends never closes.
  void first.jobs.close();
  const { jobs, service } = worker(desk, database, leaseOver);
  const over = await desk.over(ada, job);
  await until(async () => (await createJobStore(database).count()) === 0, 30_000);
  const { report, state, fault } = over;
  const found = { report, state, fault, ...(await told(desk, database, job)) };
  const isUndoable = over.undoUntil !== null;
  if (isUndoable) {
    await service.undo(desk.keyOf(ada, job));
    await until(async () => (await desk.look(ada, job)).state === "undone", 30_000);
  }
  await jobs.close();
  const left = (await desk.all(ada.workspaceId)).map(({ firstName, email }) => `${firstName} ${email}`);
  await desk.close();
  return { found, isUndoable, left: left.toSorted(), isDead: isDead() };
}

/**
 * Dies behind each commit from one on, in turns at once and where the next one would be made, and each time what is there in the
 * end is what an import that never died leaves. On PostgreSQL behind every other one, of a plan's imports the odd ones: what
 * commits there are and what is done between them is the same there.
 */
async function diesAnywhere(database: Database, which: Case, expected: object, from = 2): Promise<void> {
  const whole = await broken(database, which, 1_000, "before");
  expect(whole.isDead).toBe(false);
  expect(whole.found).toMatchObject(expected);
  const isPostgres = database.shared !== null;
  const first = isPostgres && which.plans === "on" ? from + 1 : from;
  for (let made = first, reached = true; reached; made += isPostgres ? 2 : 1) {
    await emptied(database);
    const [n, when] = made % 2 === 0 ? ([made, "after"] as const) : ([made + 1, "before"] as const);
    const one = await broken(database, which, n, when);
    reached = one.isDead;
    expect({ n, when, ...one, isDead: null }).toEqual({ n, when, ...whole, isDead: null });
    expect(n).toBeLessThan(40);
  }
}

async function emptied(database: Database): Promise<void> {
  const { tables } = database;
  await database.atomically((write) => ({
    gone: Object.values(tables).map((table) => write.delete(table)),
  }));
}

eachDatabase("an import whose process dies", (open) => {
  const database = emptyBeforeEach(open);

  test("at any commit goes on where it was: nothing twice, nothing left out, and undone as if it had never died", async () => {
    await diesAnywhere(
      database(),
      { rows: file, plans: "off" },
      {
        state: "done",
        leads: newCount + 2,
        total: newCount + 2,
        members: newCount + 2,
        memberCount: newCount + 2,
        changes: 2,
        suppressed: 3,
        report: { added: newCount, updated: 2, skipped: 1, optedOut: 1, rejected: 3, rejectedOptouts: 2 },
      },
    );
  }, 600_000);

  test("with more than the plan holds fills the plan, and is not told to have failed", async () => {
    const rows = [...file.split("\n").slice(0, 70), ...file.split("\n").slice(-3)].join("\n");
    await diesAnywhere(
      database(),
      { rows, plans: "on" },
      {
        state: "done",
        leads: 50,
        total: 50,
        members: 50,
        report: { added: 48, updated: 2, overPlan: 19, rejectedOptouts: 2 },
      },
      writtenFrom,
    );
  }, 600_000);

  test("with no row that can be taken ends as it would have, though its file is gone by then", async () => {
    const rows = ["Name,Email", "Broken,no address", "Nobody,"].join("\n");
    const fault = "No leads found in the file";
    const expected = { state: "failed", fault, leads: 2, report: { rejected: 2 } };
    await diesAnywhere(database(), { rows, plans: "off" }, expected, writtenFrom);
  }, 600_000);
});

eachDatabase("an import that another process has by now", (open) => {
  const database = emptyBeforeEach(open);

  /** The process that had it before falls over it then, and says so before the other one has done anything. */
  async function fallsOver(desk: ImportDesk, n: number): Promise<() => Promise<void>> {
    const taken = Promise.withResolvers<void>();
    const fallen = Promise.withResolvers<void>();
    let commits = 0;
    const cut: Database = {
      ...database(),
      beside: null,
      async atomically(build, check) {
        commits += 1;
        if (commits === n) {
          await taken.promise;
          throw new Error("the connection was cut");
        }
        return database().atomically(build, check);
      },
    };
    const start = (core: ImportDesk["core"], around: (run: () => Promise<unknown>) => Promise<unknown>) => {
      const jobs = createJobs(core);
      const { handler } = createImportService(core, { jobs });
      jobs.start({ import: { ...handler, run: (job) => around(() => handler.run(job)) } });
      return jobs;
    };
    const { clock } = desk.core;
    const later = { ...clock, now: () => Date.now() + jobLimits.leaseMs + 1 };
    const first = start({ ...desk.core, database: cut }, (run) => run().finally(fallen.resolve));
    await until(() => commits >= n);
    const second = start({ ...desk.core, clock: later, database: database() }, async (run) => {
      taken.resolve();
      await fallen.promise;
      return run();
    });
    return async () => {
      await until(async () => (await createJobStore(database()).count()) === 0, 30_000);
      await first.close();
      await second.close();
    };
  }

  test("is not told to have failed by the one that had it before, and neither is its undoing", async () => {
    const desk = importDesk(database(), { plans: "on" });
    await desk.jobs.close();
    const job = await desk.begin(ada, file.split("\n").slice(0, 70).join("\n"), { collection: "spring" });
    const imported = await fallsOver(desk, 4);
    expect(await desk.over(ada, job)).toMatchObject({ state: "done", report: { added: 50, updated: 0 } });
    await imported();
    expect(await desk.collections.list(ada)).toMatchObject([{ name: "spring", count: 50 }]);
    await desk.files.undo(desk.keyOf(ada, job));
    const undone = await fallsOver(desk, 3);
    expect(await desk.over(ada, job)).toMatchObject({ state: "undone" });
    await undone();
    expect((await desk.all(ada.workspaceId)).length).toBe(0);
    await desk.close();
  }, 120_000);
});
