import { expect, test } from "bun:test";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import type { Database } from "../../../db/database.ts";
import { createAccountDataStore } from "../../../db/stores/identity/accountData.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import type { JobHandlers, JobUnderWay } from "../../../server/jobs/handler.ts";
import { JobFault } from "../../../server/jobs/JobFault.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { retryAfterMs } from "../../../server/jobs/performJob.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { until } from "../../support/until.ts";

/** A worker over a clock that a test moves, and that is looked at often. */
function deskOver(database: Database) {
  let now = 1_000_000;
  const { log, entries } = keptLog();
  const core = { database, clock: { now: () => now }, log, newId: () => Bun.randomUUIDv7() };
  const times = { ...jobLimits, pollMs: 5 };
  const store = createJobStore(database);
  return {
    core,
    store,
    entries,
    jobs: () => createJobs(core, { times, random: () => 0 }),
    pass: (ms: number) => {
      now += ms;
    },
    all: () => store.page({ beforeId: null, sizeMax: 99 }),
  };
}

eachDatabase("a worker that fails", (open) => {
  const database = emptyBeforeEach(open);
  const desk = () => deskOver(database());

  test("tries again after waits that double, gives up after the bound, and says so in the log each time", async () => {
    const { jobs: create, entries, pass, all } = desk();
    const jobs = create();
    let tries = 0;
    const run = async () => {
      tries += 1;
      throw new JobFault("broken", "It never works");
    };
    jobs.start({ systemMail: { run } });
    await jobs.ask({ kind: "systemMail", workspaceId: "ada" });
    for (let failures = 1; failures < 10; failures += 1) {
      await until(() => entries.length === failures);
      await until(async () => (await all())[0]?.state === "queued");
      const waitMs = Math.min(3_600_000, 10_000 * 2 ** (failures - 1));
      expect((await all())[0]?.dueAt).toBe(1_000_000 + waitedBefore(failures) + waitMs);
      pass(waitMs);
    }
    await until(async () => (await all())[0]?.state === "failed");
    pass(30 * 24 * 3_600_000);
    jobs.wake();
    await jobs.close();
    expect(tries).toBe(10);
    expect(await all()).toMatchObject([
      { state: "failed", attempts: 10, dueAt: null, lastError: "broken: It never works" },
    ]);
    expect(entries.map(({ level }) => level)).toEqual([...Array(9).fill("warn"), "error"]);
    expect(entries.at(-1)).toMatchObject({
      message: "A job has failed",
      kind: "systemMail",
      workspace: "ada",
      attempt: 10,
    });
  });

  test("keeps of a fault that nobody foresaw no words: they may hold anything", async () => {
    const { jobs: create, all } = desk();
    const jobs = create();
    jobs.start({ systemMail: { run: () => Promise.reject(new TypeError("ada@example.com has 1234")) } });
    await jobs.ask({ kind: "systemMail" });
    await until(async () => (await all())[0]?.lastError === "TypeError");
    await jobs.close();
  });
});

eachDatabase("a worker with a job whose workspace is deleted meanwhile", (open) => {
  const database = emptyBeforeEach(open);

  for (const [what, isFinal] of [
    ["that would be tried again", false],
    ["that would be given up", true],
  ] as const)
    test(`lets it end without a fault in the log, also one ${what}`, async () => {
      const { jobs: create, store, entries, all } = deskOver(database());
      const jobs = create();
      const next = Promise.withResolvers<void>();
      async function run({ workspaceId }: JobUnderWay) {
        if (workspaceId === "bob") return next.resolve();
        await createAccountDataStore(database()).removeRest(workspaceId);
        throw new JobFault("nobody", "Its owner is gone", { isFinal });
      }
      jobs.start({ import: { run } });
      await jobs.ask({ kind: "import", workspaceId: "ada" });
      // One kind's jobs are done one after another, so with the second the first has ended.
      await jobs.ask({ kind: "import", workspaceId: "bob" });
      await next.promise;
      await jobs.close();
      expect(await all()).toEqual([]);
      expect(await store.count()).toBe(0);
      expect(entries.map(({ level }) => level)).toEqual(["info"]);
    });
});

eachDatabase("a worker with jobs of several kinds", (open) => {
  const database = emptyBeforeEach(open);
  const desk = () => deskOver(database());

  test("does jobs of one kind one after another, and those of another kind meanwhile", async () => {
    const { jobs: create } = desk();
    const jobs = create();
    const ends = new Map<string, () => void>();
    let importsAtOnce = 0;
    let importsMost = 0;
    let mails = 0;
    jobs.start({
      import: {
        async run({ id }: JobUnderWay) {
          importsMost = Math.max(importsMost, ++importsAtOnce);
          await new Promise<void>((resolve) => ends.set(id, resolve));
          importsAtOnce -= 1;
        },
      },
      systemMail: { run: async () => ++mails },
    });
    for (const kind of ["import", "import", "systemMail", "systemMail", "systemMail"] as const)
      await jobs.ask({ kind });
    await until(() => mails === 3);
    expect(ends.size).toBe(1);
    for (const end of ends.values()) end();
    await until(() => ends.size === 2);
    for (const end of ends.values()) end();
    await until(() => importsAtOnce === 0);
    expect(importsMost).toBe(1);
    await jobs.close();
  });

  test("leaves those alone that only a server of the version after knows, whatever becomes of them", async () => {
    const { jobs: create, store, all } = desk();
    const later = { id: "later", workspaceId: "ada", key: null, payload: {}, dueAt: 1, createdAt: 1 };
    await store.put([{ ...later, kind: "stepChange" as "import" }]);
    const jobs = create();
    let mails = 0;
    jobs.start({ systemMail: { run: async () => ++mails } });
    await jobs.ask({ kind: "systemMail" });
    await until(() => mails === 1);
    await jobs.close();
    expect(await all()).toMatchObject([{ id: "later", state: "queued", attempts: 0, lastError: null }]);
  });

  test("writes those that come back by themselves at its start, and again whenever they are done", async () => {
    const { jobs: create, pass, all } = desk();
    const jobs = create();
    let looks = 0;
    jobs.start({ forgetLeads: { everyMs: 60_000, run: async () => ++looks } });
    await until(async () => looks === 1 && (await all())[0]?.state === "queued");
    expect(await all()).toMatchObject([{ kind: "forgetLeads", dueAt: 1_060_000 }]);
    pass(60_000);
    await until(async () => looks === 2 && (await all())[0]?.state === "queued");
    await jobs.close();
    // The next process does not wait for the rest of the hour, and writes no second one.
    const next = create();
    next.start({ forgetLeads: { everyMs: 60_000, run: async () => ++looks } });
    await until(() => looks === 3);
    await next.close();
    expect(await all()).toHaveLength(1);
  });
});

eachDatabase("a worker with a long job", (open) => {
  const database = emptyBeforeEach(open);
  const desk = () => deskOver(database());

  test("says that it is there, so that nobody takes a long job from it", async () => {
    const { core, store, pass } = desk();
    const times = { ...jobLimits, pollMs: 5, beatEveryMs: 5 };
    const jobs = createJobs(core, { times, random: () => 0 });
    const started = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const run = async () => {
      started.resolve();
      await end.promise;
    };
    jobs.start({ import: { run } });
    await jobs.ask({ kind: "import" });
    await started.promise;
    for (let n = 0; n < 3; n += 1) {
      pass(jobLimits.leaseMs - 1);
      const now = core.clock.now();
      const isExtended = async () => (await store.soonest({ kinds: ["import"] })) === now + jobLimits.leaseMs;
      await until(isExtended);
    }
    end.resolve();
    await until(async () => (await store.count()) === 0);
    await jobs.close();
  });
});

eachDatabase("a worker and another", (open) => {
  const database = emptyBeforeEach(open);
  const desk = () => deskOver(database());

  test("tells a job to stop that another worker has taken, and its end does not count", async () => {
    const { core, store, entries, pass } = desk();
    const times = { ...jobLimits, pollMs: 5, beatEveryMs: 20 };
    const jobs = createJobs(core, { times, random: () => 0 });
    const told = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    jobs.start({
      import: {
        async run({ signal }) {
          signal.addEventListener("abort", () => told.resolve());
          pass(jobLimits.leaseMs + 1);
          started.resolve();
          await told.promise;
        },
      },
    });
    await jobs.ask({ kind: "import" });
    await started.promise;
    const now = core.clock.now();
    // Between two beats: on a busy machine one may come first, and then its time is up a little later.
    await until(async () => {
      pass(jobLimits.leaseMs + 1);
      const at = core.clock.now();
      return (
        (await store.claim({ kinds: ["import"], holder: "other", now: at, leaseUntil: at + 1e9 })) !== null
      );
    });
    await told.promise;
    await until(() => entries.some(({ message }) => /another worker/.test(String(message))));
    await jobs.close();
    expect(now).toBeLessThan(core.clock.now());
    expect(await store.page({ beforeId: null, sizeMax: 9 })).toMatchObject([
      { state: "running", holder: "other", attempts: 2 },
    ]);
  });
});

eachDatabase("a worker at its end and at its start", (open) => {
  const database = emptyBeforeEach(open);
  const desk = () => deskOver(database());

  test("waits for what is under way, and gives back what it cut short", async () => {
    const { jobs: create, all } = desk();
    const jobs = create();
    const begun = new Set<string>();
    let ended = false;
    const handlers: JobHandlers = {
      systemMail: {
        async run() {
          begun.add("mail");
          await Bun.sleep(50);
          ended = true;
        },
      },
      import: {
        async run({ signal }) {
          begun.add("import");
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        },
      },
    };
    jobs.start(handlers);
    await jobs.ask({ kind: "systemMail" });
    await jobs.ask({ kind: "import" });
    await until(() => begun.size === 2);
    await jobs.close();
    expect(ended).toBe(true);
    expect(await all()).toMatchObject([
      { kind: "import", state: "queued", attempts: 1, dueAt: 1_000_000, holder: null, lastError: null },
    ]);
  });

  test("does not begin a job anew that was lost with its process each time", async () => {
    const { jobs: create, store, pass, all } = desk();
    const jobs = create();
    await jobs.ask({ kind: "import" });
    for (let n = 0; n < 10; n += 1) {
      const now = 1_000_000 + n * 10;
      await store.claim({ kinds: ["import"], holder: "dead", now, leaseUntil: now + 10 });
    }
    pass(1_000);
    let tries = 0;
    jobs.start({ import: { run: async () => ++tries } });
    await until(async () => (await all())[0]?.state === "failed");
    await jobs.close();
    expect(tries).toBe(0);
    expect(await all()).toMatchObject([{ lastError: "lost: Its process ended in the middle of it" }]);
  });
});

test("waits are shortened by chance, by half at most, and never longer than an hour", () => {
  expect([1, 2, 3].map((failures) => retryAfterMs(failures, 0))).toEqual([10_000, 20_000, 40_000]);
  expect(retryAfterMs(1, 1)).toBe(5_000);
  expect(retryAfterMs(60, 0)).toBe(3_600_000);
});

/** All waits before this failure together. */
function waitedBefore(failures: number): number {
  return Array.from({ length: failures - 1 }, (_, index) => Math.min(3_600_000, 10_000 * 2 ** index)).reduce(
    (sum, wait) => sum + wait,
    0,
  );
}

eachDatabase("two processes with jobs of which a workspace has one at a time", (open) => {
  const database = emptyBeforeEach(open);

  test("do those of different workspaces beside each other, and those of one after each other", async () => {
    const { jobs: create, all } = deskOver(database());
    const underWay = new Map<string, () => void>();
    const begun: string[] = [];
    const run = async ({ workspaceId, payload }: JobUnderWay) => {
      const name = `${workspaceId} ${(payload as { n: number }).n}`;
      begun.push(name);
      await new Promise<void>((resolve) => underWay.set(name, resolve));
      underWay.delete(name);
    };
    const handlers: JobHandlers = { import: { isAloneInWorkspace: true, run } };
    const both = [create(), create()];
    for (const jobs of both) jobs.start(handlers);
    await both[0]?.ask({ kind: "import", workspaceId: "ada", payload: { n: 1 } });
    // Of two that are due at the same moment either may be the first.
    await until(() => underWay.size === 1);
    await both[0]?.ask({ kind: "import", workspaceId: "ada", payload: { n: 2 } });
    await both[0]?.ask({ kind: "import", workspaceId: "bob", payload: { n: 3 } });
    await until(() => underWay.size === 2);
    expect([...underWay.keys()].sort()).toEqual(["ada 1", "bob 3"]);
    underWay.get("bob 3")?.();
    // Whoever is free would take what is due first, and does not.
    await both[0]?.ask({ kind: "import", workspaceId: "cyd", payload: { n: 4 } });
    both[1]?.wake();
    await until(() => underWay.has("cyd 4"));
    expect(begun).not.toContain("ada 2");
    underWay.get("cyd 4")?.();
    underWay.get("ada 1")?.();
    await until(() => underWay.has("ada 2"));
    underWay.get("ada 2")?.();
    await until(async () => (await all()).length === 0);
    for (const jobs of both) await jobs.close();
  }, 60_000);
});
