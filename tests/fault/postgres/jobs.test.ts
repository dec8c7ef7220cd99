import { expect, test } from "bun:test";
import type { Database } from "../../../db/database.ts";
import { createJobStore, type JobRow, type JobStore } from "../../../db/stores/jobs/jobs.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { leadBook } from "../../support/leads/leadBook.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { until } from "../../support/until.ts";

const jobCount = 60;
const kind = "systemMail" as const;
const dueAt = 10;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const idOf = (index: number) => `job${index}`;
const allIds = numbers(jobCount).map(idOf).toSorted();

onPostgres("jobs that four processes do on one PostgreSQL", (postgres) => {
  test("are each one's at a time; what a dead one had another takes up, and the dead one is refused", async () => {
    const stores = await filled(postgres);
    const underWay = new Map<string, JobRow>();

    // Every fifth they die of.
    const first = await claimAll(stores, { now: 20, leaseUntil: 100 }, async (store, job) => {
      expect(underWay.has(job.id)).toBe(false);
      underWay.set(job.id, job);
      if (Number(job.id.slice(3)) % 5 === 0) return;
      await store.extend(job, 150);
      underWay.delete(job.id);
      expect(await store.done(job)).toBe(true);
    });
    expect(first.ids.toSorted()).toEqual(allIds);
    expect(first.holders).toBeGreaterThan(4);
    expect(underWay.size).toBe(jobCount / 5);

    const second = await claimAll(stores, { now: 200, leaseUntil: 300 }, async (store, job) => {
      const before = underWay.get(job.id) as JobRow;
      expect(job).toMatchObject({ attempts: 2, lease: before.lease + 1 });
      expect(await store.extend(before, 400)).toBe(false);
      expect(await store.done(before)).toBe(false);
      expect(await store.retry(before, { dueAt: 1, error: "late" })).toBe(false);
      expect(await store.fail(before, { at: 1, error: "late", nextDueAt: null })).toBe(false);
      expect(await store.done(job)).toBe(true);
    });
    expect(second.ids.toSorted()).toEqual([...underWay.keys()].toSorted());
    expect(await stores[0]?.count()).toBe(0);
  }, 60_000);

  test("are done by their workers once each, and all of them end", async () => {
    const url = await postgres.copy();
    const done: { id: string; process: number }[] = [];
    const queues = await Promise.all(
      numbers(4).map(async (process) => {
        const { core } = leadBook(await postgres.open(url));
        const { log, entries } = keptLog();
        const jobs = createJobs({ ...core, log });
        const run = async ({ id }: { id: string }) => void done.push({ id, process });
        return { jobs, entries, start: () => jobs.start({ systemMail: { run } }) };
      }),
    );
    const store = createJobStore(await postgres.open(url));
    await store.put(newJobs());
    for (const { start } of queues) start();
    await until(async () => (await store.count()) === 0, 50_000);
    for (const { jobs } of queues) await jobs.close();
    expect(done.map(({ id }) => id).toSorted()).toEqual(allIds);
    expect(new Set(done.map(({ process }) => process)).size).toBeGreaterThan(1);
    expect(queues.flatMap(({ entries }) => entries)).toEqual([]);
  }, 60_000);
});

/** The stores of four processes, each with connections of its own, on a database full of jobs. */
async function filled(postgres: RealPostgres): Promise<JobStore[]> {
  const url = await postgres.copy();
  const databases: Database[] = await Promise.all(numbers(4).map(() => postgres.open(url)));
  const stores = databases.map(createJobStore);
  await stores[0]?.put(newJobs());
  return stores;
}

function newJobs() {
  const job = { workspaceId: "", kind, key: null, payload: {}, dueAt, createdAt: 1 };
  return numbers(jobCount).map((index) => ({ ...job, id: idOf(index) }));
}

/** Eight workers, two a process, take what is due until nothing is. */
async function claimAll(
  stores: readonly JobStore[],
  { now, leaseUntil }: { now: number; leaseUntil: number },
  perform: (store: JobStore, job: JobRow) => Promise<void>,
) {
  const ids: string[] = [];
  const holders = new Set<string>();
  await Promise.all(
    numbers(8).map(async (worker) => {
      const store = stores[worker % stores.length] as JobStore;
      const holder = `worker${worker}`;
      // Where somebody else was faster there is none either, so this asks whether anything is left.
      for (;;) {
        const soonest = await store.soonest({ kinds: [kind] });
        if (soonest === null || soonest > now) return;
        const job = await store.claim({ kinds: [kind], holder, now, leaseUntil });
        if (job === null) continue;
        ids.push(job.id);
        holders.add(holder);
        await perform(store, job);
      }
    }),
  );
  return { ids, holders: holders.size };
}
