import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { checkpointFile } from "./checkpointFile.ts";
import { syncToDisk } from "./copyWhole.ts";

/**
 * Puts a database in the place of a data folder's own, in one step: whenever the power goes, one of the two is there.
 * @returns where the one from before is kept, or null where there was none.
 */
export function replaceDatabase({
  folder,
  by,
  now,
}: {
  folder: string;
  by: string;
  now: number;
}): string | null {
  const present = join(folder, "amplify.db");
  const backups = join(folder, "backups");
  const kept = existsSync(present) ? join(backups, `before-restore-${now}.db`) : null;
  if (kept !== null) {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    forgetSecondNames({ backups, present });
    keepAs(present, kept);
    for (const end of ["-wal", "-shm"]) {
      // A damaged database may still need its log; left where it is, it would be taken for the restored one's.
      if (existsSync(`${present}${end}`)) copyFileSync(`${present}${end}`, `${kept}${end}`);
      rmSync(`${present}${end}`, { force: true });
    }
  }
  checkpointFile(by);
  if (existsSync(`${by}-wal`) && statSync(`${by}-wal`).size > 0)
    throw new InstallationFault(remark("stillWritten", { file: by }));
  syncToDisk(by);
  renameSync(by, present);
  syncToDisk(folder);
  return kept;
}

/** A restore that was killed before it came to the end leaves a second name of the database in use: it is no copy of it. */
function forgetSecondNames({ backups, present }: { backups: string; present: string }): void {
  const { ino, dev } = statSync(present);
  for (const name of readdirSync(backups).filter((one) => /^before-restore-\d+\.db$/.test(one))) {
    const file = join(backups, name);
    const other = statSync(file);
    if (other.ino !== ino || other.dev !== dev) continue;
    for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  }
}

/** A second name costs no room; where the file system has none, a copy. */
function keepAs(present: string, kept: string): void {
  try {
    linkSync(present, kept);
  } catch {
    copyFileSync(present, kept);
  }
}
