import { availableParallelism } from "node:os";
import { findChromium } from "./browser/findChromium.ts";
import { createIdleProcessors } from "./idleProcessors.ts";
import { startPostgres } from "./postgres/startPostgres.ts";
import { makeTemplate, postgresVariables } from "./postgres/testDatabases.ts";
import { runParts, type Work } from "./runParts.ts";
import { buildProgram } from "./runtime/builtProgram.ts";
import { compiledLater } from "./runtime/compiledLater.ts";
import { memoryFolder } from "./runtime/memoryFolder.ts";
import { durationsPath, readDurations, type TestPart, testParts } from "./testParts.ts";
import { type Cost, createTestReport, dearest } from "./testReport.ts";

/**
 * Everything that must hold before a change lands: format and lint, types, then every test, the house rules and the
 * browser journeys among them. `--changed` runs the tests alone that what is not committed yet may reach;
 * `--remember` writes down how long each file took, by which later runs begin with what takes longest.
 * The last line is `N passed, N failed`, a check counting as one.
 *
 * What fails is run once more by itself before it counts as failed, and is named even where it passes then: on a busy
 * machine a browser or a pseudo-terminal can be overtaken.
 */
const testMs = 60_000;
// More would overtake each other. Where tests wait for a clock or a socket, others begin beside them (`isIdle` below).
const atOnce = availableParallelism();
/** Beside them, tests that do little else. */
const waitingAtOnce = 1;
/** How often it is looked whether the processors could do more than that. */
const idleLookMs = 3_000;
const isChangedOnly = process.argv.includes("--changed");

// So that what is done at the end is done then too.
process.once("SIGINT", () => process.exit(130));

let passed = 0;
let failed = 0;
const report = createTestReport();
/** The processor time of each process, by the first file it was given: a busy machine changes it little. */
const costs: Cost[] = [];
const plainly = { ...process.env, FORCE_COLOR: "0" };
// They need nothing that is set up here, and go on while it is.
const checks = [
  // Several checkers work out the same types each by itself: half as much again for processors that have other work.
  // And what it learns it keeps to its end, so that looking for what it could let go of finds next to nothing.
  check("types", ["bunx", "tsc", "--noEmit", "--checkers", "1"], { GOGC: "400" }),
  check("format and lint", ["bunx", "biome", "check", "--error-on-warnings", "."]),
];
/** Undefined until it is found, which can take a minute where it is installed; null where there is none to be had. */
let chromium: string | null | undefined;
const finding = findChromium().then((found) => {
  chromium = found;
  if (found !== null) return console.log(`Browser tests use ${found}`);
  console.log("No Chromium was found, nor could apt-get install one: set CHROMIUM_PATH.");
  failed += 1;
});
const inMemory = memoryFolder();
const [postgres, built] = await Promise.all([findDatabase(inMemory), buildProgram()]);
if (inMemory === null)
  console.log("What tests write goes to a disk: no folder in memory was found large enough");
const environment = {
  ...plainly,
  ...(inMemory === null ? {} : { TMPDIR: inMemory }),
  ...(postgres === null ? {} : { [postgresVariables.server]: postgres.url }),
  ...built,
};

function workOf({ files, isShared, isWaiting, needsInstalled, isHot }: TestPart): Work {
  return {
    isWaiting,
    isReady: () => !needsInstalled || chromium !== undefined,
    async run() {
      if (!needsInstalled || chromium !== null)
        await runTests({ options: isShared ? [] : ["--isolate"], files, isHot });
    },
  };
}
const changed: Work = {
  isWaiting: false,
  isReady: () => chromium !== undefined,
  run: () => runTests({ options: ["--isolate", `--parallel=${atOnce}`, "--changed"], files: [] }),
};
const works = [
  ...checks.map((done) => ({ isWaiting: false, isReady: () => true, run: () => done })),
  ...(isChangedOnly ? [changed] : testParts(await readDurations()).map(workOf)),
];

const ticking = setInterval(() => console.log(report.progress()), 15_000);
await runParts(works, {
  working: atOnce,
  waiting: waitingAtOnce,
  extra: availableParallelism(),
  isIdle: createIdleProcessors(),
  pause: () => Bun.sleep(idleLookMs),
});
await finding;
clearInterval(ticking);

let unsettled = report.failedFiles();
if (unsettled.length > 0) {
  console.log(`\nOnce more, one after the other: ${unsettled.join(", ")}`);
  report.forget(unsettled);
  for (const file of unsettled) await runTests({ options: ["--isolate"], files: [file] });
  const still = new Set(report.failedFiles());
  unsettled = unsettled.filter((file) => !still.has(file));
}
await postgres?.stop();
console.log(report.slowest());
console.log(dearest(costs));
if (unsettled.length > 0)
  console.log(`\nFailed beside others and passed by themselves: ${unsettled.join(", ")}`);
if (process.argv.includes("--remember")) await Bun.write(durationsPath, report.durations());
const { passed: testsPassed, failed: testsFailed } = report.counts();
passed += testsPassed;
failed += testsFailed;
if (testsPassed === 0 && !isChangedOnly) failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Null where there is none for this system: tests of stores run on PGlite, and those that need the real one are left out.
 * Tests make and drop a database each, which is a thousand files: on a disk that takes up to eight times the processor time.
 */
async function findDatabase(inMemory: string | null) {
  const started = await startPostgres(inMemory === null ? {} : { parent: inMemory });
  if (started !== null) await makeTemplate(started.url);
  console.log(started === null ? "No PostgreSQL was found" : "Tests of stores use a PostgreSQL of their own");
  return started;
}

async function check(name: string, command: string[], settings: Record<string, string> = {}): Promise<void> {
  const lines: string[] = [];
  const env = { ...plainly, ...settings };
  const isFine = (await run(command, { env, onLine: (line) => lines.push(line) })) === 0;
  if (!isFine) console.log(lines.join("\n"));
  console.log(`${isFine ? "ok" : "FAILED"}  ${name}`);
  if (isFine) passed += 1;
  else failed += 1;
}

type Tests = { options: string[]; files: readonly string[]; isHot?: boolean };

async function runTests({ options, files, isHot = false }: Tests): Promise<void> {
  const reader = report.reader(files);
  const paths = files.map((file) => `./${file}`);
  const command = [process.execPath, "test", "--timeout", String(testMs), ...options, ...paths];
  const status = await run(command, {
    env: {
      ...environment,
      ...(isHot ? {} : compiledLater),
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    },
    onLine(line) {
      const said = reader.read(line);
      if (said !== "") console.log(said);
    },
  });
  reader.end(status);
}

type Run = { env: Record<string, string | undefined>; onLine: (line: string) => void };

/** Runs a program to its end. Its processor time counts what it started and waited for: no browser, which goes with the process. */
async function run(command: string[], { env, onLine }: Run): Promise<number> {
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "pipe", env });
  await Promise.all([child.stdout, child.stderr].map((stream) => eachLine(stream, onLine)));
  const status = await child.exited;
  const work = command.slice(1).find((part) => part.startsWith("./")) ?? command.slice(1).join(" ");
  costs.push({ name: work, ms: Number(child.resourceUsage()?.cpuTime.total ?? 0n) / 1_000 });
  return status;
}

async function eachLine(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest !== "") onLine(rest);
}
