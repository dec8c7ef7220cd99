import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { refusalOfDatabase } from "../../db/faults.ts";
import { faultInWords, remarkInWords } from "../core/faultInWords.ts";
import { faultOfStart } from "../openDatabase.ts";
import { loadSettings } from "../settings/loadSettings.ts";
import type { Settings } from "../settings/settings.ts";
import { printNote } from "./print.ts";

/**
 * Runs a command for whoever runs the installation, on the same settings as its server. Files that it makes are its
 * owner's alone; what it cannot do is told on stderr, with exit code 1.
 */
export async function adminCommand(work: (settings: Settings) => Promise<void> | void): Promise<void> {
  process.umask(0o077);
  let databaseUrl: string | null = null;
  try {
    const { settings, warnings } = loadSettings();
    databaseUrl = settings.databaseUrl;
    for (const warning of warnings) printNote(remarkInWords(warning));
    await work(settings);
  } catch (error) {
    const fault = faultOfStart(error, databaseUrl);
    // Said already with what to do; what it came from is one of the database's too.
    const isTold = fault instanceof InstallationFault;
    printNote(faultInWords(isTold ? fault : (refusalOfDatabase(fault) ?? fault)));
    process.exitCode = 1;
  }
}
