import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const program = join(import.meta.dir, "../../support/imap/nothingToRead.ts");

test("where no mailbox may be read no client is loaded, and neither a timer nor a connection holds the process", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], {
    encoding: "utf8",
    timeout: 30_000,
  });
  expect({ stderr, status, said: stdout.trim() }).toEqual({ stderr: "", status: 0, said: '{"loaded":[]}' });
});
