import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where Linux keeps files in memory. Other systems have no such folder. */
const inMemory = "/dev/shm";
/** What two parts wrote at once was an eighth of that at most; where there is less, a file system that is full would fail tests. */
const bytesNeeded = 4 * 1024 ** 3;

/**
 * A folder in memory for what tests write while they run, which goes when this process ends; null where there is none that
 * is large enough, or none that programs may be started from. Each commit of a server waits for the disk, which is a
 * quarter of the time that tests of calls take and a tenth of their processor time; whether it would wait is what
 * `tests/fault/database.test.ts` asks. A process that is killed loses nothing there: only a power loss would.
 */
export function memoryFolder(parent: string = inMemory, needed: number = bytesNeeded): string | null {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(parent);
    if (Math.min(bavail * bsize, process.availableMemory()) < needed) return null;
    const made = mkdtempSync(join(parent, "amplify-tests-"));
    folder = made;
    process.once("exit", () => rmSync(made, { recursive: true, force: true }));
    // As the system's own: some tests start programs as somebody else, who writes there, too.
    chmodSync(made, 0o1777);
    const program = join(made, "started");
    writeFileSync(program, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const isStarted = Bun.spawnSync([program]).success;
    rmSync(program);
    return isStarted ? made : null;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return null;
  }
}
