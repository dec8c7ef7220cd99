import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { carrySuppressions } from "../../db/backup/carrySuppressions.ts";
import { holdFolder } from "../../db/backup/holdFolder.ts";
import { replaceDatabase } from "../../db/backup/replaceDatabase.ts";
import { stageBackup } from "../../db/backup/stageBackup.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { createRestoredStore } from "../../db/stores/installation/restored.ts";
import { versionText } from "../core/version.ts";
import { makeFolder, writeFault } from "../dataFolder.ts";
import { hashingFor, loadKey } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { printLine } from "./print.ts";

/**
 * Puts a backup in the place of a data folder's database. Everything is tried on a copy first, the key too; the
 * database from before is kept, and who unsubscribed since stays unsubscribed.
 * @throws {Error} that says what to do; then nothing has changed.
 */
export async function restore({ file, settings }: { file: string; settings: Settings }): Promise<void> {
  const folder = settings.dataFolder;
  makeFolder(folder);
  const fault = writeFault(folder);
  if (fault !== null) throw new Error(fault);
  const hold = holdFolder(folder);
  let staging: string | null = null;
  try {
    staging = stageBackup({ folder, file });
    const pausedCount = await settle(staging, settings);
    const present = join(folder, "amplify.db");
    const restored = join(staging, "amplify.db");
    const carried =
      hold.isSound && existsSync(present)
        ? carrySuppressions({ from: present, into: restored, hashingFor: hashingFor(settings) })
        : null;
    const kept = replaceDatabase({ folder, by: restored, now: Date.now() });
    report({ file, pausedCount, kept, carried });
  } finally {
    if (staging !== null) rmSync(staging, { recursive: true, force: true });
    hold.release();
  }
}

/** Opened, which brings an older backup to this version's tables; closed, which makes it one file again. */
async function settle(staging: string, settings: Settings): Promise<number> {
  const database = openDatabase({
    folder: staging,
    hashingFor: hashingFor(settings),
    program: versionText(),
  });
  try {
    await loadKey({ settings, database });
    return await createRestoredStore(database).settle();
  } finally {
    await database.close();
  }
}

type Report = { file: string; pausedCount: number; kept: string | null; carried: number | null };

function report({ file, pausedCount, kept, carried }: Report): void {
  printLine(`Restored from ${file}. Everybody has to sign in again.`);
  if (pausedCount > 0)
    printLine(
      `${pausedCount === 1 ? "1 campaign is" : `${pausedCount} campaigns are`} paused: mails that went out after the backup are not known to it. Look before you resume.`,
    );
  if (kept === null) return;
  printLine(`The database from before is kept as ${kept}.`);
  printLine(
    carried === null
      ? "It could not be read, so whoever unsubscribed after the backup is not known: ask them again before you mail them."
      : "Whoever unsubscribed after the backup stays unsubscribed.",
  );
}
