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
/** Known leads, new ones, somebody twice, and rows that are rejected, two of whom unsubscribed. */
const file = [
  "Name,Email,Unsubscribed",
  "Changed,known1@example.com,",
  "Changed,known2@example.com,yes",
  ...Array.from({ length: 900 }, (_, index) => `New${index},new${index}@example.com,`),
  "Again,new7@example.com,",
  ",nameless1@example.com,yes",
  ",nameless2@example.com,yes",
  "Broken,no address,",
].join("\n");

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
    ...{ ...desk.core, database, clock: { ...clock, now: () => Date.now() + laterMs } },
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
    ...{ leads: await count(leads), total: page.total, members: await count(memberships) },
    ...{ changes: await count(importChanges), suppressed: await count(suppressions) },
    memberCount: one?.leadCount,
    rejects: await new Response(rejects).text(),
  };
}

eachDatabase("an import whose process dies", (open) => {
  const database = emptyBeforeEach(open);
  const leaseOver = jobLimits.leaseMs + 1;

  async function broken(n: number, when: "before" | "after") {
    const desk = importDesk(database());
    await desk.jobs.close();
    await desk.leads.add(ada, leadNamed("known1"));
    await desk.leads.add(ada, leadNamed("known2"));
    const job = await desk.begin(ada, file, { collection: "spring" });
    const { mortal, isDead, dies } = dying(database(), n, when);
    worker(desk, mortal);
    const ended = until(async () => (await desk.look(ada, job)).state !== "running", 30_000);
    await Promise.race([dies, ended]);
    const { jobs, service } = worker(desk, database(), leaseOver);
    const over = await desk.over(ada, job);
    await until(async () => (await createJobStore(database()).count()) === 0, 30_000);
    const found = { report: over.report, state: over.state, ...(await told(desk, database(), job)) };
    await service.undo(desk.keyOf(ada, job));
    await until(async () => (await desk.look(ada, job)).state === "undone", 30_000);
    await jobs.close();
    const left = (await desk.all(ada.workspaceId)).map(({ firstName, email }) => `${firstName} ${email}`);
    await desk.close();
    return { found, left: left.toSorted(), isDead: isDead() };
  }

  test("at any commit goes on where it was: nothing twice, nothing left out, and undone as if it had never died", async () => {
    const whole = await broken(1_000, "before");
    expect(whole.isDead).toBe(false);
    expect(whole.found).toMatchObject({
      ...{ state: "done", leads: 902, total: 902, members: 902, memberCount: 902, changes: 2, suppressed: 3 },
      report: { added: 900, updated: 2, skipped: 1, optedOut: 1, rejected: 3, rejectedOptouts: 2 },
    });
    for (let n = 2, reached = true; reached; n += 1) {
      await emptied();
      const when = n % 2 === 0 ? "after" : "before";
      const one = await broken(n, when);
      reached = one.isDead;
      expect({ n, when, ...one, isDead: null }).toEqual({ n, when, ...whole, isDead: null });
      expect(n).toBeLessThan(40);
    }
  }, 600_000);

  async function emptied(): Promise<void> {
    const { tables } = database();
    await database().atomically((write) => ({
      gone: Object.values(tables).map((table) => write.delete(table)),
    }));
  }
});
