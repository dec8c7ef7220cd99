import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
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
  const kept = existsSync(present) ? join(folder, "backups", `before-restore-${now}.db`) : null;
  if (kept !== null) {
    mkdirSync(join(folder, "backups"), { recursive: true, mode: 0o700 });
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

/** A second name costs no room; where the file system has none, a copy. */
function keepAs(present: string, kept: string): void {
  try {
    linkSync(present, kept);
  } catch {
    copyFileSync(present, kept);
  }
}
