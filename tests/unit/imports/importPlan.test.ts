import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { reason as reasonOf } from "../../../contract/reasons.ts";
import type { SliceJob, SliceOutcome, Slices } from "../../../db/imports/slices.ts";
import { writeSlices } from "../../../server/imports/thread/writeSlices.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach, rejected } from "../../support/leads/importDesk.ts";
import { leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");

// By name the last would come first; the known ones take no room.
const file =
  "Name,Email\nZoe,zoe@b.test\nBad,nowhere\nNew,p0@a.test\nYve,yve@b.test\nZoe,zoe@b.test\nXia,xia@b.test\nBob,bob@b.test\nNew,p1@a.test\n=Ada,ada@b.test\n";

eachDatabase("a plan's limit on an import", (open) => {
  const desk = deskBeforeEach(open, "on");
  const people = (count: number, domain: string) =>
    `Name,Email\n${Array.from({ length: count }, (_, index) => `P,p${index}@${domain}\n`).join("")}`;

  test("lets in what fits, in the order of the file, updates who is known, and says exactly who was not added", async () => {
    const { files, keyOf, leads } = desk();
    await desk().import(ada, people(47, "a.test"));
    const job = await desk().import(ada, file, { collection: "late" });
    expect(job).toMatchObject({
      state: "done",
      fault:
        "The Free plan holds 50 leads: 2 leads of the file were not added. Upgrade the plan, or delete leads you no longer need, and import the rejected rows again.",
      undoUntil: expect.any(Number),
    });
    const reason = "The Free plan holds 50 leads, and this one is more";
    const cause = reasonOf("row_over_plan", { plan: "Free", leadsMax: 50 });
    expect(job.report).toEqual({
      added: 3,
      updated: 2,
      skipped: 1,
      optedOut: 0,
      rejected: 3,
      rejectedOptouts: 0,
      overPlan: 2,
      rejects: [
        rejected(3, "Bad · nowhere", "This is not an email address", "email_invalid"),
        { row: 8, text: "Bob · bob@b.test", reason, cause },
        { row: 10, text: "=Ada · ada@b.test", reason, cause },
      ],
      repeated: [expect.objectContaining({ row: 6, cause: reasonOf("row_repeated", { row: 2 }) })],
    });
    expect(await new Response((await files.rejects(keyOf(ada, job))).file).text()).toBe(
      `Name,Email,row,reason\r\nBad,nowhere,3,This is not an email address\r\nBob,bob@b.test,8,"${reason}"\r\n'=Ada,ada@b.test,10,"${reason}"\r\n`,
    );
    expect((await leads.page(ada, { collection: "late" })).total).toBe(5);
    expect((await leads.page(ada, { search: "b.test" })).total).toBe(3);
    expect((await leads.page(ada, {})).total).toBe(50);
    // Taken back, there is room again.
    await desk().undo(ada, job);
    expect((await leads.page(ada, {})).total).toBe(47);
  });

  test("fails an import of which nothing fits, and makes no collection for it", async () => {
    await desk().import(ada, people(50, "a.test"));
    const job = await desk().import(ada, people(3, "b.test"), { collection: "never" });
    expect(job).toMatchObject({
      state: "failed",
      fault: expect.stringContaining("3 leads of the file were not added"),
      undoUntil: null,
      report: { added: 0, updated: 0, rejected: 3, overPlan: 3 },
    });
    expect(await desk().collections.list(ada)).toEqual([]);
    const known = await desk().import(ada, people(50, "a.test"));
    expect(known).toMatchObject({ state: "done", fault: null, report: { updated: 50, overPlan: 0 } });
  });

  test("holds exactly when many imports and single leads come at once, and every lead is told of", async () => {
    const jobs = await Promise.all(
      Array.from({ length: 4 }, (_, index) => desk().begin(ada, people(20, `d${index}.test`))),
    );
    const single = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => desk().leads.add(ada, leadNamed(`Single${index}`))),
    );
    const over = await Promise.all(jobs.map((job) => desk().over(ada, job)));
    const added = over.reduce((sum, { report }) => sum + (report?.added ?? 0), 0);
    const alone = single.filter(({ status }) => status === "fulfilled").length;
    const { total } = await desk().leads.page(ada, {});
    expect(total).toBe(added + alone);
    expect(total).toBe(50);
    for (const { report } of over) expect((report?.added ?? 0) + (report?.overPlan ?? 0)).toBe(20);
  });
});

describe("an import whose room others take meanwhile", () => {
  const job: SliceJob = {
    importId: "i",
    workspaceId: "o",
    idPrefix: "",
    collectionId: null,
    existing: "update",
    consent: null,
    now: 0,
    leadsMax: 50,
    jobId: "j",
    lease: 1,
  };
  const staged = { last: 100, count: 100, doubles: 0 };
  const overtaken: SliceOutcome = { kind: "overPlan", leadCount: 51, added: 3 };

  /** Every answer of a database in turn; afterwards the last one again. */
  function inTurn(outcomes: readonly SliceOutcome[]) {
    const seen = { leftOut: 0, ranges: [] as (readonly [number, number])[] };
    const slices: Slices = {
      leaveOut: async () => ({ added: 3 - seen.leftOut, leftOut: 1 }),
      write: async (_, { after, upTo }) => {
        seen.ranges.push([after, upTo]);
        return outcomes[Math.min(seen.ranges.length, outcomes.length) - 1] as SliceOutcome;
      },
      lastOptout: () => 0,
      optoutAt: () => 0,
      optOut: async () => ({ kind: "stopped" }),
      close() {},
    };
    const onLeftOut = async () => {
      seen.leftOut += 1;
      return true;
    };
    return {
      seen,
      run: () =>
        writeSlices({
          slices,
          job,
          staged,
          onLeftOut,
          isStopped: () => false,
          onRows() {},
          from: { staged: null, written: 0, optedOut: 0 },
        }),
    };
  }

  test("tries fewer, in one slice, and says who was left out before it writes", async () => {
    const { seen, run } = inTurn([overtaken, { kind: "written", heldMs: 0, isAwaited: true }]);
    expect(await run()).toEqual({ kind: "done" });
    expect(seen.ranges).toEqual([
      [0, 100],
      [0, 100],
    ]);
    expect(seen.leftOut).toBe(2);
  });

  test("gives up after a few tries", async () => {
    const { seen, run } = inTurn([overtaken]);
    expect(await run()).toEqual(overtaken);
    expect(seen.ranges.length).toBeLessThan(10);
  });
});
