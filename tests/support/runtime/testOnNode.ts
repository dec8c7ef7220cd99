/**
 * Runs tests that start the program with that program on Node: `bun run test:node [file …]`, without a file all of
 * them. What they ask and expect is the same; they themselves run on Bun.
 */

import { resolve } from "node:path";
import { findNode } from "./findNode.ts";
import { builtForNode, runOnNode } from "./onNode.ts";

const starting = [
  "contract/{accounts,campaigns,http,identity,imports,leads,templates,tracking}/*.test.ts",
  "contract/process/{demo,start}.test.ts",
  "specification/*.test.ts",
  "terminal/*.test.ts",
  "fault/{backup,clicks,dataFolder,kill,killed/killedImport,processes}.test.ts",
];
const tests = resolve(import.meta.dir, "../..");
const all = starting.flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync({ cwd: tests, absolute: true }),
]);
const node = findNode();
if (node === null) {
  console.error("There is no Node 22.18 or newer on this machine, and none to be installed for this system.");
  process.exit(1);
}
const asked = process.argv.slice(2);
const variables = builtForNode(node);
let failed = 0;
for (const file of (asked.length > 0 ? asked : all).sort()) {
  const { status, output, passed } = runOnNode({ files: [file] }, variables);
  if (status === 0) console.log(`ok      ${file}  ${passed}`);
  else {
    failed += 1;
    console.log(`FAILED  ${file}\n${output}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
