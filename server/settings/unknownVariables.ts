import { slipsBetween } from "../../contract/imports/slipsBetween.ts";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { settingLimits } from "../../contract/limits/database.ts";

/** What the terminal client reads, and which file of settings to take: known here, and no settings of the server. */
const othersNames = ["AMPLIFY_ENV", "AMPLIFY_PROFILE", "AMPLIFY_SERVER", "AMPLIFY_TOKEN"];

type Question = {
  /** Names that are set in the environment, or all of a file's. */
  names: readonly string[];
  /** Every setting there is. */
  known: readonly string[];
  /** The file that they stand in; undefined for the environment, where other programs' variables are too. */
  file?: string;
};

/**
 * Names that are no settings: a misspelt `AMPLIFY_SIGNUP=off` would leave an installation open. Whatever resembles a
 * setting is refused; what else is ours by its name, or stands in our file, is told.
 * @returns warnings.
 * @throws {InstallationFault} that names the variable and the setting that was meant.
 */
export function warnOfUnknown({ names, known, file }: Question): Remark[] {
  const isFile = file !== undefined;
  const candidates = isFile ? known : [...known, ...othersNames].filter(isOurs);
  const unknown = names.filter((name) => !candidates.includes(name) && !(known.includes(name) && !isFile));
  return unknown.flatMap((name) => {
    const meant = meantBy(name, candidates);
    if (meant.isClear)
      throw new InstallationFault(
        remark("settingMisspelt", { name, file: file ?? null, meant: meant.setting }),
      );
    if (!isFile && !isOurs(name)) return [];
    return [remark("settingUnknown", { name, file: file ?? null, nearest: meant.setting })];
  });
}

/** The setting nearest to a name; clear where it is a few letters off, or longer or shorter by whole words. */
function meantBy(name: string, known: readonly string[]): { setting: string; isClear: boolean } {
  const wanted = name.toUpperCase();
  const byWords = known.find(
    (one) => wanted.startsWith(`${one}_`) || (wanted !== "AMPLIFY" && one.startsWith(`${wanted}_`)),
  );
  if (byWords !== undefined) return { setting: byWords, isClear: true };
  const ranked = known
    .map((setting) => ({ setting, slips: slipsBetween({ wanted, known: setting }) }))
    .sort((one, other) => one.slips - other.slips);
  const [{ setting, slips } = { setting: "", slips: Number.POSITIVE_INFINITY }] = ranked;
  return { setting, isClear: slips <= settingLimits.slipsMax };
}

function isOurs(name: string): boolean {
  return name.toUpperCase().startsWith("AMPLIFY_");
}
