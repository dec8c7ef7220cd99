import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Runs every bench of this folder, one after the other, so that none disturbs another. */
const own = import.meta.file;
const scripts = readdirSync(import.meta.dir)
  .filter((name) => name.endsWith(".ts") && name !== own)
  .sort();
let failed = 0;
for (const script of scripts) {
  console.log(`\n== ${script}`);
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script)], {
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
