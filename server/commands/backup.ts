import { resolve } from "node:path";
import { Command } from "commander";
import { backUp, type Contents } from "../../db/backup/backUp.ts";
import { requireDatabase } from "../dataFolder.ts";
import { keyPlace } from "../secrets/key.ts";
import type { Settings } from "../settings/settings.ts";
import { adminCommand } from "./adminCommand.ts";
import { doctor } from "./doctor.ts";
import { printLine, printNote } from "./print.ts";
import { restore, settleRestored } from "./restore.ts";

/** `backup`, `restore` and `doctor`: for whoever runs the installation, on its data folder directly. */
export function backupCommands(): Command[] {
  const backup = new Command("backup")
    .description("Copy the database into one file, beside a running server too")
    .argument("<file>", "a file that is not there yet")
    .action((file: string) => adminCommand((settings) => runBackup({ file, settings })));
  const restoring = new Command("restore")
    .description("Put a backup in the place of the database; sending is paused")
    .argument("[file]", "what amplify backup made; none after a pg_restore")
    .action((file?: string) => adminCommand((settings) => runRestore({ file, settings })));
  const looking = new Command("doctor")
    .description("Look the installation over without changing anything")
    .action(() =>
      adminCommand(async (settings) => {
        if (!(await doctor(settings))) process.exitCode = 1;
      }),
    );
  return [backup, restoring, looking];
}

function runBackup({ file, settings }: { file: string; settings: Settings }): void {
  const { dataFolder, key } = settings;
  if (settings.databaseUrl !== null)
    throw new Error(`${inPostgres} Back it up with: pg_dump --format=custom`);
  requireDatabase(dataFolder);
  const contents = backUp({ folder: dataFolder, file });
  printLine(`${file} is written and checked: ${inWords(contents)}.`);
  if (contents.people === 0)
    printNote(`Nobody has signed up in ${resolve(dataFolder)}. Is it the folder that you mean?`);
  const place = key === null ? `the file ${resolve(keyPlace(settings))}` : keyPlace(settings);
  printNote(`The key is not in it. Keep ${place} too, somewhere else: each is of no use without the other.`);
}

const inPostgres = "The data is in PostgreSQL, as DATABASE_URL says, which has its own commands.";

function runRestore({ file, settings }: { file: string | undefined; settings: Settings }): Promise<void> {
  if (settings.databaseUrl === null) {
    if (file === undefined) throw new Error("Say which file to restore: amplify restore FILE");
    return restore({ file, settings });
  }
  if (file === undefined) return settleRestored(settings);
  throw new Error(
    `${inPostgres} Stop the server, put the backup back with pg_restore --clean --if-exists --single-transaction, and then, before a server starts: amplify restore (without a file), which pauses what was sending. Nothing was changed.`,
  );
}

/** What is in a backup, and as of when: who sees "0 people" knows that it was the wrong folder. */
function inWords({ people, leads, templates, campaigns, bytes, at }: Contents): string {
  const counts = [
    counted(people, ["person", "people"]),
    counted(leads, ["lead", "leads"]),
    counted(templates, ["template", "templates"]),
    counted(campaigns, ["campaign", "campaigns"]),
  ];
  const moment = `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  return `${counts.join(", ")}; ${counted(Math.ceil(bytes / 1024), ["kB", "kB"])}, as of ${moment}`;
}

function counted(count: number, [one, many]: [string, string]): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
