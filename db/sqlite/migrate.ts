import { mkdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { databaseLimits } from "../../contract/limits/database.ts";
import { mib, secondMs } from "../../contract/limits/units.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { copyWhole } from "../backup/copyWhole.ts";
import { keyCheck } from "../migrations/keyCheck.ts";
import { migrations } from "../migrations/sqlite.ts";
import type { HashingFor, Step } from "../migrations/step.ts";
import { stepHash } from "../migrations/stepHash.ts";
import { applyStep, follow } from "./applyStep.ts";
import { isFull } from "./faults.ts";
import { historyOf } from "./history.ts";

type Options = {
  folder: string;
  steps?: readonly Step[];
  /** Left out by whoever has no key; then a database that needs it stays as it is. */
  hashingFor?: HashingFor;
  /** The program's version, kept with each step that it takes. */
  program?: string;
  /** Told before an older database is copied and changed, which may take minutes, and of a large one how far that is. */
  onWait?: (remark: Remark) => void;
  /** How large that is. */
  toldBytes?: number;
};

/**
 * Brings a database to this version's tables, all missing steps in one transaction. An older database that
 * holds data is first copied to `backups/` beside it.
 * @throws {Error} when the database is newer, was made by steps that are not this version's, or has no room on its disk;
 * it is left as it is.
 */
export function migrate(
  client: SqliteClient,
  {
    folder,
    steps = migrations,
    hashingFor = refused,
    program,
    onWait = () => {},
    toldBytes = databaseLimits.longReadBytes,
  }: Options,
): void {
  const before = historyOf(client, steps);
  if (before.fault !== null) throw new InstallationFault(before.fault);
  if (before.missing.length === 0 && !before.isUnhashed) return;
  client.exec("BEGIN IMMEDIATE");
  let kept: string | null = null;
  let tell: typeof onWait = () => {};
  const startedAt = performance.now();
  try {
    // Asked again now that nobody else writes: another process may have brought it to date meanwhile.
    const { taken, missing, isUnhashed, fault } = historyOf(client, steps);
    if (fault !== null) throw new InstallationFault(fault);
    const [next] = missing;
    if (taken.length > 0 && next !== undefined) {
      if (hashingFor !== refused) follow(client, keyCheck({ dialect: "sqlite", hashingFor }));
      const file = copyBefore(folder, next.tag);
      onWait(remark("stepsBegun", { file }));
      const { size } = statSync(join(folder, "amplify.db"));
      if (size >= toldBytes) tell = onWait;
      tell(remark("stepsCopying", { megabytes: Math.ceil(size / mib) }));
      keepCopy(folder, file);
      kept = file;
    }
    keepHashes(client);
    if (isUnhashed)
      for (const step of taken)
        client.query("UPDATE migrations SET hash = ? WHERE tag = ?").run(stepHash(step), step.tag);
    for (const [at, step] of missing.entries()) {
      tell(remark("stepUnderWay", { tag: step.tag, nth: at + 1, count: missing.length }));
      applyStep(client, step, hashingFor);
      client
        .query("INSERT INTO migrations (tag, appliedAt, hash, program) VALUES (?, ?, ?, ?)")
        .run(step.tag, Date.now(), stepHash(step), program ?? null);
    }
    client.exec("COMMIT");
    tell(remark("stepsTaken", { seconds: Math.ceil((performance.now() - startedAt) / secondMs) }));
  } catch (error) {
    // Where the disk was full SQLite has rolled back by itself.
    if (client.inTransaction) client.exec("ROLLBACK");
    // It holds nothing that the database does not, and a start that fails is tried over and over.
    if (kept !== null) rmSync(kept, { force: true });
    throw isFull(error)
      ? new InstallationFault(remark("noRoomForSteps", room(folder)), { cause: error })
      : error;
  }
}

/** The list of steps, which is older than what it keeps of each. */
function keepHashes(client: SqliteClient): void {
  client.exec("CREATE TABLE IF NOT EXISTS migrations (tag TEXT PRIMARY KEY, appliedAt INTEGER NOT NULL)");
  const columns = client
    .query<{ name: string }>("SELECT name FROM pragma_table_info('migrations')")
    .all()
    .map(({ name }) => name);
  for (const name of ["hash", "program"])
    if (!columns.includes(name)) client.exec(`ALTER TABLE migrations ADD COLUMN ${name} TEXT`);
}

function refused(): never {
  throw new InstallationFault(remark("keyNeeded"));
}

/**
 * Only whoever is about to take the step makes it, since nobody else can write meanwhile; so its name is one for all
 * tries, and however often a start is killed there is one copy.
 */
function copyBefore(folder: string, nextTag: string): string {
  return join(folder, "backups", `before-${nextTag}.db`);
}

function keepCopy(folder: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = join(dirname(file), `.${basename(file)}.part`);
  copyWhole({ database: join(folder, "amplify.db"), file, part, look: () => {} });
}

/** The copy takes as much as the database, and so may what the steps write before it is one with it. */
function room(folder: string): { file: string; megabytes: number } {
  const file = join(folder, "amplify.db");
  return { file, megabytes: Math.ceil((2 * statSync(file).size) / mib) };
}
