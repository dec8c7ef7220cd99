import { afterAll, beforeAll } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServe } from "../server/serveProcess.ts";
import { type StartedProcess, startProcess } from "../server/startProcess.ts";

const scripted = join(import.meta.dir, "scriptedSmtp.ts");

/**
 * A server that a file's tests may kill and start again over the same data, and the mail server that it sends to: a
 * process of its own, which writes down what it took and outlives every kill. Both are gone after the file's tests.
 */
export function killableServer(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `amplify-${name}-`));
  const acceptLog = join(folder, "accepted.txt");
  let smtp: StartedProcess;
  beforeAll(async () => {
    smtp = await startProcess([process.execPath, scripted, "--accept-log", acceptLog], /listening (\d+)/);
  });
  afterAll(async () => {
    await smtp.end();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    folder,
    serve: () => startServe({ folder, smtpPort: smtp.line }),
    /** A line for every mail that the mail server took, in their order. */
    accepted: () => readFileSync(acceptLog, "utf8").split("\n").filter(Boolean),
  };
}
