import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { Command } from "commander";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { adminTexts } from "../../contract/texts/terminal/admin.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { backUp } from "../../db/backup/backUp.ts";
import { removeCutOff } from "../../db/backup/cutOffCopies.ts";
import { isDamage, isDriverFault, isFull } from "../../db/sqlite/faults.ts";
import { inTexts } from "../core/inWords.ts";
import { databaseFile, requireDatabase, writeFault } from "../dataFolder.ts";
import { keyPlace } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { adminCommand } from "./adminCommand.ts";
import { doctor } from "./doctor.ts";
import { printLine, printNote } from "./print.ts";
import { leavingRestore, restore, settleRestored } from "./restore.ts";
import type { Stoppable } from "./stoppable.ts";

/**
 * `backup`, `restore` and `doctor`: for whoever runs the installation, on its data folder directly. What may take long is
 * done `stoppably`; in this process, where nothing else is said.
 */
export function backupCommands(
  { server: help }: HelpTexts,
  stoppably: Stoppable = ({ work }) => work(),
): Command[] {
  const backup = new Command("backup")
    .description(help.backup.summary)
    .argument("<file>", help.backup.file)
    .action((file: string, _: object, command: Command) => {
      // A pipe behind it would be given these lines for a backup, and the backup would lie in a file called "-".
      if (file === "-") command.error(inTexts(adminTexts).backup.noStdout);
      return stoppably({
        work: () => adminCommand((settings) => runBackup({ file, settings })),
        leaving: () => leavingBackup(file),
      });
    });
  const restoring = new Command("restore")
    .description(help.restore.summary)
    .argument("[file]", help.restore.file)
    .action((file: string | undefined, _: object, command: Command) =>
      stoppably({
        work: () => adminCommand((settings) => runRestore({ file, settings, command })),
        leaving: ({ dataFolder }) => leavingRestore(dataFolder),
      }),
    );
  const looking = new Command("doctor").description(help.doctor).action(() =>
    adminCommand(async (settings) => {
      if (!(await doctor(settings))) process.exitCode = 1;
    }),
  );
  return [backup, restoring, looking];
}

function runBackup({ file, settings }: { file: string; settings: Settings }): void {
  const { dataFolder, key } = settings;
  const texts = inTexts(adminTexts).backup;
  if (settings.databaseUrl !== null) throw new Error(texts.inPostgres);
  requireDatabase(dataFolder);
  const { bytes, ...contents } = backedUp({ folder: dataFolder, file });
  printLine(texts.written({ file, ...contents, kilobytes: Math.ceil(bytes / 1024) }));
  // Who sees "0 people" knows that it was the wrong folder.
  if (contents.people === 0) printNote(texts.nobody(resolve(dataFolder)));
  const place = keyPlace(settings);
  printNote(key === null ? texts.keyFile(resolve(place)) : texts.keySetting(place));
}

/** What clears up after a backup that was stopped, and says whether there is one. */
function leavingBackup(file: string): () => string {
  const wasThere = existsSync(file);
  return () => {
    removeCutOff(dirname(resolve(file)), basename(file));
    const texts = inTexts(adminTexts).backup;
    return existsSync(file) && !wasThere ? texts.stoppedAfter(file) : texts.stopped;
  };
}

/** SQLite opens no database with a log where nothing can be written beside it, and does not say why. */
function backedUp(of: Parameters<typeof backUp>[0]): ReturnType<typeof backUp> {
  try {
    return backUp(of);
  } catch (cause) {
    if (!isDriverFault(cause) || isFull(cause)) throw cause;
    const damaged = () => (isDamage(cause) ? remark("fileDamaged", { file: databaseFile(of.folder) }) : null);
    const fault = writeFault(of.folder) ?? damaged();
    throw fault === null ? cause : new InstallationFault(fault, { cause });
  }
}

type Restoring = { file: string | undefined; settings: Settings; command: Command };

function runRestore({ file, settings, command }: Restoring): Promise<void> {
  const texts = inTexts(adminTexts).restore;
  if (settings.databaseUrl === null) {
    // Only with PostgreSQL is none needed, so that it is missing is known no earlier.
    if (file === undefined) return command.error(texts.whichFile);
    return restore({ file, settings });
  }
  if (file === undefined) return settleRestored(settings);
  throw new Error(texts.inPostgres);
}
