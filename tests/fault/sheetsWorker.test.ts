import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSheets } from "../../server/sheets/sheets.ts";
import { hostile } from "../support/sheets/hostile.ts";
import { bytesOf, openSheets, refusalOf } from "../support/sheets/openSheets.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const small = () => ({ name: "a.csv", bytes: bytesOf("Name,Email\nAda,ada@example.com\n") });
/** Keeps a worker busy for seconds unless it is ended. */
const slow = () => ({ name: "a.xlsx", bytes: slowBytes });
const slowBytes = hostile.hugeButHonest();
const workerOf = (name: string) => new URL(`../support/sheets/${name}.ts`, import.meta.url);

test.each(["throwingWorker", "leavingWorker"])(
  "a file that brings the worker down is refused (%s)",
  async (name) => {
    const sheets = openSheets({ workerUrl: workerOf(name), workersMax: 1 });
    for (const _ of [1, 2, 3]) {
      const refusal = await refusalOf(sheets.convert(small()));
      expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
      expect(refusal.message).toStartWith("This file cannot be read.");
    }
  },
);

test("a file that takes too long is cut off, and the next one has its turn", async () => {
  // The next file's thread has to start within it too, which takes a few tenths on a busy machine.
  const sheets = openSheets({ parseMs: 1_500, workersMax: 1 });
  const [refusal, next] = await Promise.all([refusalOf(sheets.convert(slow())), sheets.convert(small())]);
  expect(refusal).toMatchObject({ status: 400 });
  expect(refusal.message).toContain("too much time or memory");
  expect(next.rows).toHaveLength(1);
});

test("a file that takes too much memory is cut off", async () => {
  // The whole process is weighed, and it may shrink while the file is read: any amount is too much here.
  const sheets = openSheets({ memoryBytes: Number.NEGATIVE_INFINITY });
  expect((await refusalOf(sheets.convert(slow()))).message).toContain("too much time or memory");
});

test("a few are read at once, a few wait, and the next is told to come again", async () => {
  const sheets = openSheets({ workersMax: 1, queueMax: 1 });
  const leaving = new AbortController();
  const running = sheets.convert({ ...slow(), signal: leaving.signal });
  const waiting = sheets.convert(small());
  const refusal = await refusalOf(sheets.convert(small()));
  expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  expect(refusal.retryAfterMs).toBeGreaterThan(0);
  leaving.abort();
  await expect(running).rejects.toThrow();
  expect((await waiting).rows).toHaveLength(1);
});

test("who leaves while waiting gives up the place in line", async () => {
  const sheets = openSheets({ workersMax: 1, queueMax: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const running = sheets.convert({ ...slow(), signal: first.signal });
  const waiting = sheets.convert({ ...slow(), signal: second.signal });
  second.abort(new Error("gone"));
  await expect(waiting).rejects.toThrow("gone");
  const last = sheets.convert(small());
  first.abort(new Error("gone too"));
  await expect(running).rejects.toThrow("gone too");
  expect((await last).rows).toHaveLength(1);
});

test("a signal that is aborted already starts nothing", async () => {
  const sheets = openSheets({ workerUrl: workerOf("throwingWorker") });
  await expect(sheets.convert({ ...small(), signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow(
    "gone",
  );
});

test("closing ends what is read and refuses what waits and what comes", async () => {
  const sheets = createSheets({ workersMax: 1 });
  const refused = [slow(), small()].map((file) => refusalOf(sheets.convert(file)));
  // One turn of the event loop, after which the first file's worker has been started.
  await new Promise((resolve) => setImmediate(resolve));
  await sheets.close();
  refused.push(refusalOf(sheets.convert(small())));
  for (const refusal of await Promise.all(refused)) {
    expect(refusal).toMatchObject({ status: 503, code: "unavailable" });
  }
});

const folder = await mkdtemp(join(tmpdir(), "sheets-"));
afterAll(() => rm(folder, { recursive: true }));

test("a compiled binary reads sheets too", async () => {
  const root = join(import.meta.dir, "../..");
  const entries = ["tests/support/sheets/compiledReader.ts", "server/sheets/worker.ts"];
  const outfile = join(folder, "reader");
  const build = Bun.spawnSync(["bun", "build", "--compile", "--minify", ...entries, "--outfile", outfile], {
    cwd: root,
  });
  expect(build.stderr.toString()).not.toContain("error");
  const files = ["openpyxl.xlsx", "xlwt.xls"].map((name) => join(root, "tests/support/sheets", name));
  const run = Bun.spawnSync([outfile, ...files], { cwd: folder });
  expect(run.stdout.toString()).toBe("3 rows\n3 rows\n");
});
