import { spawnSync } from "node:child_process";
import { findChromium } from "./browser/findChromium.ts";

/**
 * Everything that must hold before a change lands: format and lint, types, then every test, the house rules and
 * the browser journeys among them. The last line is `N passed, N failed`, a check counting as one.
 */
const minuteMs = 60_000;

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
  const fine = run(command).status === 0;
  console.log(`${fine ? "ok" : "FAILED"}  ${name}`);
  if (fine) passed += 1;
  else failed += 1;
}

const tests = run([process.execPath, "test", "--isolate", "--only-failures", "--timeout", String(minuteMs)]);
const count = (word: string) =>
  Number(new RegExp(`^\\s*(\\d+) ${word}\\b`, "m").exec(tests.output)?.[1] ?? 0);
passed += count("pass");
failed += count("fail") + count("error");
// A runner that ended badly without naming a failure has still failed.
if (tests.status !== 0 && count("fail") + count("error") === 0) failed += 1;
if (count("pass") === 0) failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function run(command: string[]): { status: number | null; output: string } {
  const [program = "", ...args] = command;
  const result = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, CHROMIUM_PATH: chromium ?? "", FORCE_COLOR: "0" },
    maxBuffer: 256 * 1024 * 1024,
    timeout: 60 * minuteMs,
  });
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  process.stdout.write(output);
  return { status: result.status, output };
}
