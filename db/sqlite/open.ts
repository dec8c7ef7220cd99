import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "#platform/sqlite";
import type { Remark } from "../../contract/installation/remark.ts";
import { databaseLimits } from "../../contract/limits/database.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { Database } from "../database.ts";
import type { HashingFor } from "../migrations/step.ts";
import { checkpointLog, writeInBackground } from "./checkpointLog.ts";
import { createCommits } from "./commits.ts";
import { isHeld, refusalOfSqlite } from "./faults.ts";
import { migrate } from "./migrate.ts";
import { statementsOn } from "./statements.ts";
import { createWriteTurns, type Writer } from "./writeTurns.ts";

type OpenOptions = {
  /** The folder of the database file; made if missing. */
  folder: string;
  /** Bounds the file in pages of 4 KiB, so that a full disk can be tried out. */
  pagesMax?: number;
  /** Makes hashes of addresses, which an older database may need on its way to this version. */
  hashingFor?: HashingFor;
  /** The program's version, kept with each step that it takes. */
  program?: string;
  /** Told before an older database is brought to date, which may take minutes. */
  onWait?: (remark: Remark) => void;
  /** The turns of the thread that this one works beside (see `Database.beside`), and as what it does. */
  beside?: { turns: SharedArrayBuffer; as: "background" | Exclude<Writer, "server"> };
};

/**
 * Opens the SQLite database of an installation, migrated to this version's tables.
 * Acknowledged work survives a power loss: WAL with synchronous=FULL.
 * @throws {Error} when the file was written by a newer version, or by one with other steps.
 */
export function openDatabase(options: OpenOptions): Database {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const client = connect(options.folder);
  if (options.pagesMax !== undefined) client.exec(`PRAGMA max_page_count = ${options.pagesMax}`);
  // Whoever works beside another thread finds everything migrated.
  if (options.beside === undefined) migrate(client, options);
  // From here on a wait for a lock is ours: SQLite's own freezes every timer of the process.
  client.exec(`PRAGMA busy_timeout = ${databaseLimits.busyTryMs}`);
  const { tables, read, run, transact, transactTogether } = statementsOn(client);
  const as = options.beside?.as ?? "server";
  const isBackground = as === "background";
  const turns = createWriteTurns(options.beside?.turns, isBackground ? {} : { as });
  if (isBackground) yieldDisk(client);
  else client.exec(`PRAGMA journal_size_limit = ${databaseLimits.logBytesKept}`);
  const others = client.query<{ data_version: number }>("PRAGMA data_version");
  const size = client.query<{ bytes: number }>(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  let commitCount = 0;
  const committed = () => {
    commitCount += 1;
  };
  const commits = createCommits({
    transact,
    transactTogether,
    turns,
    committed,
    everyMs: as === "sender" ? databaseLimits.commitEveryMs : 0,
  });
  const inBackground: Database["atomically"] = async (build, check) => {
    const write = () => {
      const results = transact(build, check);
      committed();
      return results;
    };
    return whileBusy(() => writeInBackground({ client, turns }, write));
  };
  const lock = senderLock(options.folder);
  return {
    tables,
    read,
    ask: (question) => whileBusy(() => run(question)),
    atomically: isBackground ? inBackground : commits.atomically,
    state: () => {
      try {
        // SQLite tells of the commits of others; our own are counted.
        return `${commitCount} ${others.get()?.data_version}`;
      } catch {
        // While another process holds the file for itself nobody can tell.
        return null;
      }
    },
    becomeSender: async () => lock.take(),
    bytes: async () => size.get()?.bytes ?? 0,
    // One machine has the file, and what its processes count they count in memory.
    shared: null,
    notices: null,
    beside: {
      folder: options.folder,
      turns: turns.shared,
      lendLog: (isLent) => client.exec(`PRAGMA wal_autocheckpoint = ${isLent ? 0 : logPages}`),
      threadEnded: turns.releaseBackground,
      senderEnded: turns.releaseSender,
      isAwaited: turns.isAwaited,
    },
    close: async () => {
      lock.release();
      // What is left would be moved by whoever commits next, while somebody waits for that.
      if (isBackground) checkpointLog(client, 0);
      client.close();
    },
  };
}

/** SQLite's own default: the log is moved into the database after so many pages. */
const logPages = 1_000;

/** A connection as every thread opens it. SQLite's own waiting is still on. */
export function connect(folder: string): SqliteClient {
  const client = openSqlite(join(folder, "amplify.db"), "create");
  client.exec(`PRAGMA busy_timeout = ${databaseLimits.busyTotalMs}`);
  client.exec("PRAGMA journal_mode = WAL");
  client.exec("PRAGMA synchronous = FULL");
  client.exec("PRAGMA temp_store = FILE");
  // What is deleted is written over, so that no address stays readable in the file for years: a deletion of many leads
  // takes a tenth longer.
  client.exec("PRAGMA secure_delete = ON");
  client.exec(`PRAGMA cache_size = -${databaseLimits.cacheKib}`);
  return client;
}

/**
 * For work in the background: a commit is not synced to disk by itself but with the next one that is, the log is
 * moved between two turns, and what a statement of many rows would need to be undone stays in memory: on disk it is as
 * much again as what the statement writes.
 */
export function yieldDisk(client: SqliteClient): void {
  client.exec("PRAGMA synchronous = NORMAL");
  client.exec("PRAGMA wal_autocheckpoint = 0");
  client.exec("PRAGMA temp_store = MEMORY");
}

/** Waits for another process's lock without stopping this one's timers and requests. */
async function whileBusy<T>(work: () => T): Promise<T> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return work();
    } catch (error) {
      const refusal = refusalOfSqlite(error);
      if (refusal?.code !== "unavailable") throw refusal ?? error;
      if (performance.now() - startedAt > databaseLimits.busyTotalMs) throw refusal;
    }
    await new Promise((resolve) => setTimeout(resolve, databaseLimits.busyRetryEveryMs));
  }
}

/** Where a backup is copied to, to be looked at and brought to date before it takes the database's place or moves elsewhere. */
export const stagingFolder = (folder: string): string => join(folder, "restoring");

/** A lock that the operating system lets go of when the process dies: a transaction held open on its own file. */
function senderLock(folder: string) {
  let holder: SqliteClient | null = null;
  return {
    take(): boolean {
      if (holder) return true;
      const candidate = openSqlite(join(folder, "sender.lock"), "create");
      try {
        candidate.exec("BEGIN EXCLUSIVE");
      } catch (error) {
        candidate.close();
        // Whatever else it is would keep this process from ever sending, so it is told.
        if (!isHeld(error)) throw error;
        return false;
      }
      holder = candidate;
      removeStaged(folder);
      return true;
    },
    release(): void {
      holder?.close();
      holder = null;
    },
  };
}

/** Whoever restores or moves holds the lock: what lies there was left by one that was cut short. */
function removeStaged(folder: string): void {
  try {
    rmSync(stagingFolder(folder), { recursive: true, force: true });
  } catch {
    // Somebody else's, as where root was at it: it is in nobody's way, and no reason not to send.
  }
}
