import { expect, test } from "bun:test";
import { enqueueing, type NewJob } from "../../../db/stores/jobs/enqueueing.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const leaseMs = 100;
const jobNamed = (id: string, more: Partial<NewJob> = {}): NewJob => ({
  id,
  workspaceId: "",
  kind: "systemMail",
  key: null,
  payload: {},
  dueAt: 10,
  createdAt: 1,
  ...more,
});
const claimAt = (now: number, holder = "h1") => ({
  kinds: ["systemMail", "import"],
  holder,
  now,
  leaseUntil: now + leaseMs,
});

eachDatabase("jobs that are claimed", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createJobStore(database());
  const all = () => store().page({ beforeId: null, sizeMax: 99 });

  test("claimed by many at once go to one each", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `job${String(index).padStart(2, "0")}`);
    await store().put(ids.map((id) => jobNamed(id)));
    const workers = Array.from({ length: 30 }, (_, index) => `h${index}`);
    const claimed = await Promise.all(workers.map((holder) => store().claim(claimAt(10, holder))));
    expect(claimed.map((row) => row?.id ?? "none").sort()).toEqual(
      [...ids, ...Array(10).fill("none")].sort(),
    );
    expect(await store().count("running")).toBe(20);
  });

  test("are taken when they are due, the one that is due first before the others, and only of a kind that is asked for", async () => {
    await store().put([
      jobNamed("a", { dueAt: 30 }),
      jobNamed("b", { dueAt: 20 }),
      jobNamed("c", { dueAt: 1, kind: "forgetJobs" }),
    ]);
    expect(await store().soonest({ kinds: ["systemMail", "import"] })).toBe(20);
    expect(await store().soonest({ kinds: ["import"] })).toBeNull();
    expect(await store().claim(claimAt(19))).toBeNull();
    expect(await store().claim(claimAt(30))).toMatchObject({ id: "b", attempts: 1, lease: 1, holder: "h1" });
    expect(await store().claim(claimAt(30))).toMatchObject({ id: "a" });
    expect(await store().claim(claimAt(30))).toBeNull();
  });

  test("go to another worker after the lease, and whoever had one before can say nothing of it any more", async () => {
    await store().put([jobNamed("a")]);
    const first = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    expect(await store().extend(first, 150)).toBe(true);
    expect(await store().claim(claimAt(149, "h2"))).toBeNull();
    expect(await store().soonest({ kinds: ["systemMail"] })).toBe(150);
    expect(await store().claim(claimAt(150, "h2"))).toMatchObject({
      id: "a",
      lease: 2,
      attempts: 2,
      holder: "h2",
    });
    const before = await all();
    for (const late of [
      store().extend(first, 999),
      store().done(first),
      store().doneUntil(first, 999),
      store().retry(first, { dueAt: 999, error: "late" }),
      store().release(first, 999),
      store().fail(first, { at: 999, error: "late", nextDueAt: null }),
    ])
      expect(await late).toBe(false);
    expect(await all()).toEqual(before);
  });
});

eachDatabase("jobs", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createJobStore(database());

  test("of a kind of which a workspace has one at a time wait for it, also while its worker is silent, and others do not", async () => {
    const ofWorkspace = (id: string, workspaceId: string, dueAt: number, kind: NewJob["kind"] = "import") =>
      jobNamed(id, { workspaceId, dueAt, kind });
    await store().put([
      ofWorkspace("a1", "ada", 1),
      ofWorkspace("a2", "ada", 2),
      ofWorkspace("b1", "bob", 3),
      ofWorkspace("m1", "ada", 4, "systemMail"),
    ]);
    const alone = ["import"];
    const claim = (now: number, holder: string) => store().claim({ ...claimAt(now, holder), alone });
    const claimed = await Promise.all(["h1", "h2", "h3", "h4", "h5"].map((holder) => claim(10, holder)));
    expect(claimed.map((row) => row?.id ?? "none").sort()).toEqual(["a1", "b1", "m1", "none", "none"]);
    expect(await store().soonest({ kinds: ["import"], alone })).toBe(10 + leaseMs);
    const late = 10 + leaseMs;
    const again = await Promise.all(["h6", "h7", "h8", "h9"].map((holder) => claim(late, holder)));
    expect(again.map((row) => row?.id ?? "none").sort()).toEqual(["a1", "b1", "m1", "none"]);
    await store().done(again.find((row) => row?.id === "a1") ?? { id: "", lease: 0 });
    expect(await store().soonest({ kinds: ["import"], alone })).toBe(2);
    expect(await claim(late, "h9")).toMatchObject({ id: "a2" });
  });
});

eachDatabase("jobs that end", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createJobStore(database());
  const all = () => store().page({ beforeId: null, sizeMax: 99 });

  test("that are done are gone, and one that comes back by itself waits for its time", async () => {
    await store().put([jobNamed("a"), jobNamed("b", { kind: "import" })]);
    const a = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    const b = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    expect(await store().done(a)).toBe(true);
    expect(await store().doneUntil(b, 500)).toBe(true);
    expect(await all()).toMatchObject([
      { id: "b", state: "queued", dueAt: 500, attempts: 0, holder: null, leaseUntil: null },
    ]);
  });

  test("that cannot be done are tried again at their time, and fail in the end; a failed one is tried again when somebody says so", async () => {
    await store().put([jobNamed("a")]);
    const first = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    expect(await store().retry(first, { dueAt: 50, error: "busy: later" })).toBe(true);
    expect(await store().claim(claimAt(49))).toBeNull();
    const second = await store().claim(claimAt(50));
    expect(second).toMatchObject({ attempts: 2, lease: 2, lastError: "busy: later" });
    expect(await store().fail(second ?? first, { at: 60, error: "gone", nextDueAt: null })).toBe(true);
    expect(await store().claim(claimAt(9_999))).toBeNull();
    expect(await all()).toMatchObject([
      { state: "failed", attempts: 2, lastError: "gone", failedAt: 60, dueAt: null },
    ]);
    expect(await store().openCount("systemMail")).toBe(0);

    expect(await store().again("none", 70)).toBe(false);
    expect(await store().again("a", 70)).toBe(true);
    expect(await store().again("a", 70)).toBe(false);
    expect(await store().claim(claimAt(70))).toMatchObject({ id: "a", attempts: 1, failedAt: null });
  });

  test("that come back by themselves count as failed from their last try until they are done", async () => {
    await store().put([jobNamed("a", { key: "k" })]);
    const first = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    await store().fail(first, { at: 20, error: "broken", nextDueAt: 100 });
    expect(await all()).toMatchObject([{ state: "failed", dueAt: 100 }]);
    const second = (await store().claim(claimAt(100))) ?? first;
    await store().retry(second, { dueAt: 110, error: "broken" });
    expect(await all()).toMatchObject([{ state: "failed", dueAt: 110, attempts: 1 }]);
    await store().forgetFailed(9_999);
    const third = (await store().claim(claimAt(110))) ?? first;
    await store().doneUntil(third, 200);
    expect(await all()).toMatchObject([{ state: "queued", dueAt: 200, failedAt: null, lastError: null }]);
  });
});

eachDatabase("jobs that are there already", (open) => {
  const database = emptyBeforeEach(open);
  const store = () => createJobStore(database());
  const all = () => store().page({ beforeId: null, sizeMax: 99 });

  test("of one key are one: the earlier time counts, and what is asked for while it runs is done afterwards", async () => {
    await store().put([jobNamed("a", { key: "k", dueAt: 50 })]);
    await store().put([jobNamed("b", { key: "k", dueAt: 40 }), jobNamed("c", { key: "k", dueAt: 60 })]);
    expect(await all()).toMatchObject([{ id: "a", dueAt: 40, state: "queued" }]);
    const first = (await store().claim(claimAt(40))) ?? { id: "", lease: 0 };
    await store().put([jobNamed("d", { key: "k", dueAt: 45, payload: { newer: true } })]);
    expect(await all()).toMatchObject([{ id: "a", dueAt: 45, state: "running" }]);
    expect(await store().claim(claimAt(45, "h2"))).toBeNull();
    await store().done(first);
    expect(await store().claim(claimAt(45))).toMatchObject({
      id: "a",
      attempts: 1,
      payload: '{"newer":true}',
    });
  });

  test("of one key begin anew where the one before has failed", async () => {
    await store().put([jobNamed("a", { key: "k" })]);
    const first = (await store().claim(claimAt(10))) ?? { id: "", lease: 0 };
    await store().fail(first, { at: 20, error: "broken", nextDueAt: null });
    await store().put([jobNamed("b", { key: "k", dueAt: 30 })]);
    expect(await all()).toMatchObject([{ id: "a", state: "queued", dueAt: 30, attempts: 0, failedAt: null }]);
  });

  test("are written with what causes them, or not at all", async () => {
    const { tables, atomically } = database();
    const fault = new Error("planned");
    const writing = atomically(
      (write) => ({ job: enqueueing(write, tables, jobNamed("a")) }),
      () => {
        throw fault;
      },
    );
    await expect(writing).rejects.toBe(fault);
    expect(await all()).toEqual([]);
  });

  test("that failed are forgotten after a while, and no others", async () => {
    await store().put([jobNamed("a"), jobNamed("b"), jobNamed("c", { dueAt: 900 })]);
    for (const at of [20, 30]) {
      const claimed = (await store().claim(claimAt(at))) ?? { id: "", lease: 0 };
      await store().fail(claimed, { at, error: "broken", nextDueAt: null });
    }
    await store().forgetFailed(30);
    expect((await all()).map(({ id }) => id)).toEqual(["c", "b"]);
  });
});
