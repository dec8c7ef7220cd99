import { Command } from "commander";
import { backUp } from "../../db/backup/backUp.ts";
import { keyPlace } from "../secrets/key.ts";
import { readSettings } from "../settings.ts";
import { doctor } from "./doctor.ts";
import { restore } from "./restore.ts";

/** `backup`, `restore` and `doctor`: for whoever runs the installation, on its data folder directly. */
export function backupCommands(): Command[] {
  const backup = new Command("backup")
    .description("copy the database into one file, beside a running server too")
    .argument("<file>", "a file that is not there yet")
    .action((file: string) => orExplained(() => runBackup(file)));
  const restoring = new Command("restore")
    .description("put a backup in the place of the database; sending is paused")
    .argument("<file>", "what amplify backup made")
    .action((file: string) => orExplained(() => restore({ file, settings: readSettings(process.env) })));
  const looking = new Command("doctor")
    .description("look the installation over without changing anything")
    .action(() =>
      orExplained(async () => {
        if (!doctor(readSettings(process.env))) process.exitCode = 1;
      }),
    );
  return [backup, restoring, looking];
}

async function runBackup(file: string): Promise<void> {
  const settings = readSettings(process.env);
  const { dataFolder, key } = settings;
  const bytes = backUp({ folder: dataFolder, file });
  console.log(`${file} is written and checked: ${Math.ceil(bytes / 1024)} kB.`);
  const place = key === null ? `the file ${keyPlace(settings)}` : keyPlace(settings);
  console.error(
    `The key is not in it. Keep ${place} too, somewhere else: each is of no use without the other.`,
  );
}

async function orExplained(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
