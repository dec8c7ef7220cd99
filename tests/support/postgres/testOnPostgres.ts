/**
 * Runs tests on a real PostgreSQL that it starts: `bun run test:postgres [file …]`. Tests of stores use it in PGlite's
 * place, and what tests start keeps its data there. Without a file these are all of both.
 */

import { resolve } from "node:path";
import { startPostgres } from "./startPostgres.ts";
import { makeTemplate, postgresVariables } from "./testDatabases.ts";

const root = resolve(import.meta.dir, "../../..");
const all = [
  "tests/{unit,property}/**/*.test.ts",
  "tests/fault/{jobs,postgres,postgres/plans}/*.test.ts",
  "tests/fault/{budget,clicks,clock,dispatch,failingStore,gmailCampaign,idempotencyKey}.test.ts",
  "tests/fault/imports/importLooks.test.ts",
  "tests/fault/{kill,killed/killed{Advance,Import,Start},leads,policyRefusals,processes,rowMoves}.test.ts",
  "tests/specification/{calls,refusals}.test.ts",
  "tests/contract/{accounts,campaigns,http,identity,imports,leads,templates,tracking}/*.test.ts",
];
/** Tests that look into SQLite's file, or lean on answers that wait for no connection, by their names. */
const inFile = [
  "is a busy database where another program holds it",
  "a design that an older version took in too deep",
  "a flood of sign-ins is turned away and leaves the other routes alone",
  "while another process holds the database a click leads on",
];
const server = await startPostgres();
if (server === null) {
  console.error(
    "There is no PostgreSQL 15 or newer on this machine, and none to be installed for this system.",
  );
  process.exit(1);
}
const asked = process.argv.slice(2);
const files =
  asked.length > 0 ? asked : all.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })]);
const names = `^(?!.*(${inFile.join("|")}))`;
const startedAt = performance.now();
let failed = 0;
let passedTests = 0;
try {
  await makeTemplate(server.url);
  const env = { ...process.env, [postgresVariables.server]: server.url, [postgresVariables.isServed]: "1" };
  for (const file of files.sort()) {
    const run = Bun.spawn(
      [process.execPath, "test", "--isolate", "--timeout", "60000", "--test-name-pattern", names, file],
      { cwd: root, env, stdout: "pipe", stderr: "pipe" },
    );
    const [stdout, stderr] = await Promise.all([
      new Response(run.stdout).text(),
      new Response(run.stderr).text(),
    ]);
    const passed = Number(/^\s*(\d+) pass$/m.exec(stderr)?.[1] ?? 0);
    passedTests += passed;
    if ((await run.exited) === 0) console.log(`ok      ${file}  ${passed}`);
    else {
      failed += 1;
      console.log(`FAILED  ${file}\n${stdout}${stderr}`);
    }
  }
} finally {
  await server.stop();
}
const minutes = Math.ceil((performance.now() - startedAt) / 60_000);
console.log(`${passedTests} tests passed, ${failed} of ${files.length} files failed, ${minutes} minutes`);
process.exit(failed === 0 ? 0 : 1);
