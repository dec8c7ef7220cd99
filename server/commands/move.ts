import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { moveLimits } from "../../contract/limits/database.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { keyIdOf } from "../../db/backup/inspectDatabase.ts";
import { lockFolder } from "../../db/backup/lockFolder.ts";
import { stageBackup } from "../../db/backup/stageBackup.ts";
import type { FileToMove } from "../../db/move/moveFiles.ts";
import { moveIntoPostgres } from "../../db/move/moveIntoPostgres.ts";
import { placeOf } from "../../db/postgres/connection.ts";
import { openDatabase as openSqliteDatabase } from "../../db/sqlite/open.ts";
import { createImportStore } from "../../db/stores/imports/imports.ts";
import { inTexts } from "../core/inWords.ts";
import { versionText } from "../core/version.ts";
import { databaseFile, requireDatabase } from "../dataFolder.ts";
import { uploadsIn } from "../imports/index.ts";
import { givenKeyId, hashingFor } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { adminCommand } from "./adminCommand.ts";
import { printLine, printNote } from "./print.ts";

/** `move`: for whoever runs an installation in a data folder and wants it in a PostgreSQL. */
export function moveCommand(help: HelpTexts): Command {
  return new Command("move").description(help.server.move).action(() => adminCommand(move));
}

/**
 * Takes an installation over, with the files of its imports. The data folder stays as it is, and what is in PostgreSQL
 * was read back and compared. @throws {Error} that says what to do; then nothing has changed.
 */
async function move(settings: Settings): Promise<void> {
  const { dataFolder: folder, databaseUrl: url } = settings;
  const texts = inTexts(adminTexts).move;
  if (url === null) throw new Error(texts.whereTo);
  if (settings.key === null) throw new InstallationFault(remark("keyWanted"));
  requireDatabase(folder);
  const hold = lockFolder(folder);
  let staging: string | null = null;
  try {
    refuseOtherKey(settings);
    printNote(texts.copying(databaseFile(folder)));
    staging = stageBackup({ folder, file: databaseFile(folder) });
    const files = await bringToDate(staging, settings);
    const moved = await moveIntoPostgres({
      file: join(staging, "amplify.db"),
      files,
      url,
      hashingFor: hashingFor(settings),
      program: versionText(),
      onProgress: telling(),
    });
    const rows = moved.reduce((sum, { count }) => sum + count, 0);
    printLine(texts.moved({ place: placeOf(url), rows, tables: moved.length, files: files.length }));
    printLine(texts.next(resolve(folder)));
  } finally {
    if (staging !== null) rmSync(staging, { recursive: true, force: true });
    hold.release();
  }
}

/** What is sealed there opens with that key alone. */
function refuseOtherKey(settings: Settings): void {
  const database = databaseFile(settings.dataFolder);
  const keyId = keyIdOf(database);
  if (keyId === null || keyId === givenKeyId(settings)) return;
  throw new Error(inTexts(adminTexts).move.otherKey({ database, keyFile: join(settings.dataFolder, "key") }));
}

/** Opened, which brings an older one to this version's tables. Answers the files that it still needs. */
async function bringToDate(staging: string, settings: Settings): Promise<FileToMove[]> {
  const database = openSqliteDatabase({
    folder: staging,
    hashingFor: hashingFor(settings),
    program: versionText(),
  });
  try {
    const rows = await createImportStore(database).withFiles({ startedAfter: 0 });
    const folder = uploadsIn(settings.dataFolder);
    return rows
      .flatMap(({ id, workspaceId }) => [id, `${id}.rejects.csv`].map((name) => ({ id: name, workspaceId })))
      .map((file) => ({ ...file, path: join(folder, file.id) }))
      .filter(({ path }) => existsSync(path));
  } finally {
    await database.close();
  }
}

/** A line for each table, and one now and then for a long one. */
function telling() {
  let toldAt = performance.now();
  return (table: string, done: number, total: number) => {
    if (done === 0 || (done < total && performance.now() - toldAt < moveLimits.tellEveryMs)) return;
    toldAt = performance.now();
    printNote(inTexts(adminTexts).move.progress({ table, done, total }));
  };
}
