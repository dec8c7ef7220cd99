import type { Remark } from "../../contract/installation/remark.ts";
import { readSettings, type Settings, settingNames } from "./settings.ts";
import { readSettingsFile, type Variables } from "./settingsFile.ts";
import { warnOfUnknown } from "./unknownVariables.ts";

type LoadedSettings = {
  settings: Settings;
  /** For whoever started the command. */
  warnings: Remark[];
};

/**
 * The settings of the installation that a command is about: from the environment, and below it from the one file that
 * the server and every other command share.
 * @throws {InstallationFault} that says which setting is wrong, and where it stands.
 */
export function loadSettings(
  environment: Variables = process.env,
  workingFolder: string = process.cwd(),
): LoadedSettings {
  const file = readSettingsFile(environment, workingFolder);
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const warnings = warnOfUnknown({ names: Object.keys(given), known: settingNames });
  if (file === null) return { settings: readSettings(given), warnings };
  const { path, variables } = file;
  warnings.push(
    ...warnOfUnknown({ names: Object.keys(variables), known: settingNames, file: path }),
    ...file.warnings,
  );
  const settings = readSettings({ ...variables, ...given }, (name) => (name in given ? null : path));
  return { settings, warnings };
}
