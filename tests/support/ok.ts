import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { findChromium } from "./browser/findChromium.ts";
import { createTestReport } from "./testReport.ts";

/**
 * Everything that must hold before a change lands: format and lint, types, then every test, the house rules and the
 * browser journeys among them. `--changed` runs the tests alone that what is not committed yet may reach.
 * The last line is `N passed, N failed`, a check counting as one.
 *
 * Two files of tests run at a time. What fails is run once more by itself before it counts as failed, and is named
 * even where it passes then: on a busy machine a browser or a pseudo-terminal can be overtaken.
 */
const testMs = 60_000;
const filesAtOnce = 2;
const wanted = process.argv.includes("--changed") ? ["--changed"] : [];

const chromium = findChromium();
if (chromium === null) {
  console.log("No Chromium was found and none could be installed: set CHROMIUM_PATH.\n0 passed, 1 failed");
  process.exit(1);
}
console.log(`Browser tests use ${chromium}`);

const checks: [string, string[]][] = [
  ["format and lint", ["bunx", "biome", "check", "--error-on-warnings", "."]],
  ["types", ["bunx", "tsc", "--noEmit"]],
];
let passed = 0;
let failed = 0;
for (const [name, command] of checks) {
  const lines: string[] = [];
  const isFine = (await run(command, (line) => lines.push(line))) === 0;
  if (!isFine) console.log(lines.join("\n"));
  console.log(`${isFine ? "ok" : "FAILED"}  ${name}`);
  if (isFine) passed += 1;
  else failed += 1;
}

const report = createTestReport();
const ticking = setInterval(() => console.log(report.progress()), 15_000);
const status = await runTests([`--parallel=${filesAtOnce}`, ...wanted]);
clearInterval(ticking);
let unsettled = report.failedFiles();
if (unsettled.length > 0) {
  console.log(`\nOnce more, one after the other: ${unsettled.join(", ")}`);
  report.forget(unsettled);
  await runTests(unsettled);
  const still = new Set(report.failedFiles());
  unsettled = unsettled.filter((file) => !still.has(file));
}
console.log(report.slowest());
if (unsettled.length > 0)
  console.log(`\nFailed beside others and passed by themselves: ${unsettled.join(", ")}`);
const tests = report.counts();
passed += tests.passed;
failed += tests.failed;
// A runner that ended badly without naming a failure has still failed; 1 is what it says of failed tests.
if (status > 1 || (status === 1 && tests.failed === 0 && unsettled.length === 0)) failed += 1;
if (tests.passed === 0 && wanted.length === 0) failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function runTests(options: readonly string[]): Promise<number> {
  const command = [process.execPath, "test", "--isolate", "--timeout", String(testMs), ...options];
  return run(command, (line) => {
    const said = report.read(line);
    if (said !== "") console.log(said);
  });
}

function run([program = "", ...args]: readonly string[], onLine: (line: string) => void): Promise<number> {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, CHROMIUM_PATH: chromium ?? "", FORCE_COLOR: "0" },
  });
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on("line", onLine);
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code ?? 1));
  });
}
