import { editDistance } from "../../contract/editDistance.ts";
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
    const meant = otherwiseBegun({ name, known, isFile }) ?? clearlyMeantBy(name, candidates);
    if (meant !== undefined)
      throw new InstallationFault(remark("settingMisspelt", { name, file: file ?? null, meant }));
    if (!isFile && !isOurs(name)) return [];
    const near = fromKubernetes.get(name) ?? nearAtAll(name, candidates);
    return [remark("settingUnknown", { name, file: file ?? null, nearest: near })];
  });
}

type Prefixed = { name: string; known: readonly string[]; isFile: boolean };

/**
 * The setting that a name is but for our prefix: AMPLIFY_PUBLIC_URL, or in our file SIGNUP. Of the environment the
 * latter is not asked: KEY may be anybody's there.
 */
function otherwiseBegun({ name, known, isFile }: Prefixed): string | undefined {
  const wanted = name.toUpperCase();
  if (!isFile && fromKubernetes.has(name)) return undefined;
  const meant = isOurs(name) ? ownPart(wanted) : isFile ? prefix + wanted : undefined;
  return known.find((one) => one === meant);
}

/** What Kubernetes sets for a service that is called amplify is nobody's slip, and so it keeps no server from starting. */
const fromKubernetes: ReadonlyMap<string, string> = new Map([["AMPLIFY_PORT", "PORT"]]);

/** The setting that is longer or shorter than a name by whole words, or a few letters off. */
function clearlyMeantBy(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toUpperCase();
  const byWords = known.find(
    (one) => wanted.startsWith(`${one}_`) || (wanted !== "AMPLIFY" && one.startsWith(`${wanted}_`)),
  );
  if (byWords !== undefined) return byWords;
  // Each slip makes a name longer or shorter by one at most. The rest of an environment is compared with nothing.
  const likely = known.filter((one) => Math.abs(one.length - wanted.length) <= slipsIn(one));
  return nearest(
    name,
    likely.filter((one) => settingDistance(name, one, slipsIn(one)) <= slipsIn(one)),
  );
}

/** With two letters changed a setting of three is any other word: AMPLIFY_FOO is no slip for AMPLIFY_LOG. */
function slipsIn(setting: string): number {
  const { editsMax, lettersPerEdit } = settingLimits;
  return Math.min(editsMax, Math.floor(ownPart(setting).length / lettersPerEdit));
}

/** The nearest setting, where at least half of a name's letters are its letters. */
function nearAtAll(name: string, known: readonly string[]): string | null {
  const found = nearest(name, known);
  const isNear = found !== undefined && settingDistance(name, found) <= ownPart(name).length / 2;
  return isNear ? found : null;
}

function ownPart(name: string): string {
  return isOurs(name) ? name.slice(prefix.length) : name;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  return known.toSorted((one, other) => settingDistance(name, one) - settingDistance(name, other))[0];
}

function settingDistance(name: string, setting: string, atMost = Number.POSITIVE_INFINITY): number {
  return editDistance({ wanted: name.toUpperCase(), known: setting, atMost });
}

function isOurs(name: string): boolean {
  return name.toUpperCase().startsWith(prefix);
}

const prefix = "AMPLIFY_";
