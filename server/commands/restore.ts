import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { databaseLimits } from "../../contract/limits/database.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import { type Carried, carryOver } from "../../db/backup/carryOver.ts";
import { lockFolder } from "../../db/backup/lockFolder.ts";
import { replaceDatabase } from "../../db/backup/replaceDatabase.ts";
import { stageBackup } from "../../db/backup/stageBackup.ts";
import type { Database } from "../../db/database.ts";
import { openDatabase as openSqliteDatabase, stagingFolder } from "../../db/sqlite/open.ts";
import { createRestoredStore } from "../../db/stores/installation/restored.ts";
import { createAccountLeaseStore } from "../../db/stores/sending/accountLeases.ts";
import { inTexts } from "../core/inWords.ts";
import { versionText } from "../core/version.ts";
import { databaseFile, makeFolder, writeFault } from "../dataFolder.ts";
import { openDatabase } from "../openDatabase.ts";
import { hashingFor, loadKey } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { inMegabytes } from "./finding.ts";
import { printLine, printNote } from "./print.ts";
import { isLeftAlone } from "./stoppable.ts";

/**
 * Puts a backup in the place of a data folder's database. Everything is tried on a copy first, the key too; the
 * database from before is kept, who unsubscribed since stays unsubscribed, and what was mailed since is not mailed again.
 * @throws {Error} that says what to do; then nothing has changed.
 */
export async function restore({ file, settings }: { file: string; settings: Settings }): Promise<void> {
  const folder = settings.dataFolder;
  const texts = inTexts(adminTexts).restore;
  if (!existsSync(file)) throw new InstallationFault(remark("noFile", { file }));
  makeFolder(folder);
  const fault = writeFault(folder);
  if (fault !== null) throw new InstallationFault(fault);
  const hold = lockFolder(folder);
  let staging: string | null = null;
  try {
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const isLong = bytes > databaseLimits.longReadBytes;
    if (isLong) printNote(texts.reading({ file, megabytes: inMegabytes(bytes) }));
    staging = stageBackup({ folder, file });
    await opened(staging, settings, async () => {});
    const present = join(folder, "amplify.db");
    const restored = join(staging, "amplify.db");
    const isCarried = hold.isSound && existsSync(present);
    if (isLong && isCarried) printNote(texts.carrying(present));
    const carried = isCarried
      ? carryOver({ from: present, into: restored, hashingFor: hashingFor(settings) })
      : null;
    // After that: what is carried over may be sending.
    const pausedCount = await opened(staging, settings, settle);
    if (isLeftAlone()) return;
    const kept = replaceDatabase({ folder, by: restored, now: Date.now() });
    report({ from: file, pausedCount, kept, carried });
  } finally {
    if (staging !== null) rmSync(staging, { recursive: true, force: true });
    hold.release();
  }
}

/** What clears up after a restore that was stopped, and says which of both databases is there. */
export function leavingRestore(folder: string): () => string {
  const inode = () => statSync(databaseFile(folder), { throwIfNoEntry: false })?.ino;
  const before = inode();
  return () => {
    rmSync(stagingFolder(folder), { recursive: true, force: true });
    const texts = inTexts(adminTexts).restore;
    return inode() === before ? texts.stopped(folder) : texts.stoppedAfter(folder);
  };
}

/**
 * What follows a restore by PostgreSQL's own command, before a server may work with it: what was sending is paused, and
 * every session ends. @throws {Error} while a server runs.
 */
export async function settleRestored(settings: Settings): Promise<void> {
  const database = await openDatabase(settings);
  try {
    await loadKey({ settings, database });
    const senders = await createAccountLeaseStore(database).shares();
    if (senders.size > 0 || !(await database.becomeSender()))
      throw new InstallationFault(remark("databaseServed"));
    const pausedCount = await createRestoredStore(database).settle();
    report({ from: null, pausedCount, kept: null, carried: null });
    printLine(inTexts(adminTexts).restore.unknownSince);
  } finally {
    await database.close();
  }
}

const settle = (database: Database) => createRestoredStore(database).settle();

/** Opened, which brings an older backup to this version's tables; closed, which makes it one file again. */
async function opened<T>(
  staging: string,
  settings: Settings,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openSqliteDatabase({
    folder: staging,
    hashingFor: hashingFor(settings),
    program: versionText(),
  });
  try {
    await loadKey({ settings, database });
    return await work(database);
  } finally {
    await database.close();
  }
}

/** `from` is null where PostgreSQL's own command has restored it. */
type Report = {
  from: string | null;
  pausedCount: number;
  kept: string | null;
  carried: Carried | null;
};

function report({ from, pausedCount, kept, carried }: Report): void {
  const texts = inTexts(adminTexts).restore;
  printLine(from === null ? texts.restoredPostgres : texts.restored(from));
  if (pausedCount > 0)
    printLine(
      carried === null || carried.unsurePlans > 0
        ? texts.pausedUnknown(pausedCount)
        : texts.pausedKnown(pausedCount),
    );
  if (kept === null) return;
  printLine(texts.kept(kept));
  if (carried === null) {
    printLine(texts.notRead);
    return;
  }
  printLine(texts.optOutsKnown);
  const { unknownCampaigns, marks, pausedWebhooks, ...outcomes } = carried;
  if (outcomes.sent + outcomes.uncertain + outcomes.others > 0) printLine(texts.carried(outcomes));
  if (marks.opened + marks.clicked > 0) printLine(texts.marks(marks));
  if (pausedWebhooks > 0) printLine(texts.pausedWebhooks(pausedWebhooks));
  if (unknownCampaigns > 0) printLine(texts.unknownCampaigns(unknownCampaigns));
}
