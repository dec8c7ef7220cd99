import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../../contract/installation/remark.ts";
import { settingLimits } from "../../contract/limits/database.ts";

export type Variables = Record<string, string | undefined>;

type SettingsFile = { path: string; variables: Variables; warnings: Remark[] };

/** Settings that are paths: in a file they are meant from the file's own folder, wherever a command runs. */
const paths = ["AMPLIFY_DATA", "AMPLIFY_TESTIMONIALS"] as const;

/** Settings that hold a secret, or may: an address with a password in it. */
const secrets: readonly string[] = [
  "AMPLIFY_KEY",
  "AMPLIFY_METRICS_TOKEN",
  "DATABASE_URL",
  "GOOGLE_CLIENT_SECRET",
  "MICROSOFT_CLIENT_SECRET",
  "AMPLIFY_SYSTEM_SMTP",
  "AMPLIFY_GOOGLE_SMTP",
  "AMPLIFY_OUTLOOK_SMTP",
];

/**
 * The file of settings that the server and every other command share: the one that `AMPLIFY_ENV` names, else
 * `amplify.env` in the folder where the command runs; null where there is none.
 * @throws {InstallationFault} that names the file and the line, or says that the named file cannot be read.
 */
export function readSettingsFile(environment: Variables, workingFolder: string): SettingsFile | null {
  const named = environment.AMPLIFY_ENV;
  const path = resolve(workingFolder, named || "amplify.env");
  if (!named && !existsSync(path)) return null;
  const variables = parseVariables(path, textOf(path));
  return { path, variables: fromItsFolder(path, variables), warnings: openToOthers(path, variables) };
}

function textOf(path: string): string {
  let text: string;
  try {
    if (statSync(path).size > settingLimits.fileBytes)
      throw new InstallationFault(remark("settingsTooLarge", { path }));
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (cause instanceof InstallationFault) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InstallationFault(remark("settingsUnread", { path, why }), { cause });
  }
  return text.replace(/^\uFEFF/, "");
}

/** `NAME=value`, one a line; `#` begins a comment; quotes keep blanks and `#`. @throws {Error} that names the line. */
function parseVariables(path: string, text: string): Variables {
  const variables: Variables = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const [, name = "", rest = ""] = /^(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(trimmed) ?? [];
    const value = name === "" ? null : textAfter(rest);
    if (value === null)
      // The line itself may hold a secret, so only its number is told.
      throw new InstallationFault(remark("settingsLine", { path, line: index + 1 }));
    if (Object.hasOwn(variables, name))
      throw new InstallationFault(remark("settingTwice", { path, line: index + 1, name }));
    variables[name] = value;
  }
  return variables;
}

/** Text in quotes as it stands (in double ones `\"` and `\\` are a quote and a backslash), else up to a comment. */
function textAfter(text: string): string | null {
  if (!/^["']/.test(text)) return text.replace(/(^|\s+)#.*$/, "");
  const single = /^'([^']*)'\s*(?:#.*)?$/.exec(text)?.[1];
  const double = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(text)?.[1]?.replace(/\\(["\\])/g, "$1");
  return single ?? double ?? null;
}

/** Wherever a command runs, it finds the folder that the server works with: beside the file if nothing else is said. */
function fromItsFolder(path: string, variables: Variables): Variables {
  const folder = dirname(path);
  const placed: Variables = { ...variables, AMPLIFY_DATA: variables.AMPLIFY_DATA || "data" };
  for (const name of paths) {
    const given = placed[name];
    if (given && !isAbsolute(given)) placed[name] = join(folder, given);
  }
  return placed;
}

/** Whether anybody on this machine may read a secret. */
function openToOthers(path: string, variables: Variables): Remark[] {
  const found = secrets.filter((name) => variables[name]);
  if (found.length === 0 || (statSync(path).mode & 0o004) === 0) return [];
  return [remark("settingsOpen", { path, names: found })];
}
