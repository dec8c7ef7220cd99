import { readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Texts, textsIn } from "../contract/texts/language.ts";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import { UsageFault } from "./faults.ts";

export type Environment = Record<string, string | undefined>;

/** What is used where nobody says another; its session is where versions without profiles keep theirs. */
export const defaultProfile = "default";

/** No name of a profile leads out of the folder that profiles are kept in. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * The profile in use: AMPLIFY_PROFILE, which `--profile` sets, else the one that was chosen by `amplify profiles use`.
 * @throws {UsageFault} for a name that is none.
 */
export function currentProfile(env: Environment, texts: Texts = textsIn("en")): string {
  const named = env.AMPLIFY_PROFILE || chosenProfile(env);
  if (!namePattern.test(named)) throw new UsageFault(texts(verbTexts).profiles.name(named));
  return named;
}

/** Where a profile's session is. */
export function profilePath(env: Environment, name: string): string {
  return name === defaultProfile
    ? join(configFolder(env), "session.json")
    : join(configFolder(env), "profiles", `${name}.json`);
}

/** Those that there are, the default first. */
export async function profileNames(env: Environment): Promise<string[]> {
  const files = await readdir(join(configFolder(env), "profiles")).catch(() => []);
  const names = files.flatMap((file) => (file.endsWith(".json") ? [file.slice(0, -".json".length)] : []));
  return [defaultProfile, ...names.filter((name) => namePattern.test(name)).sort()];
}

/** Has a profile be used wherever none is named. */
export async function chooseProfile(env: Environment, name: string): Promise<void> {
  const path = chosenPath(env);
  if (name === defaultProfile) return rm(path, { force: true });
  await mkdir(configFolder(env), { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}`;
  await writeFile(aside, `${name}\n`, { mode: 0o600 });
  await rename(aside, path);
}

function chosenProfile(env: Environment): string {
  try {
    return readFileSync(chosenPath(env), "utf8").trim() || defaultProfile;
  } catch {
    // Nobody has chosen one.
    return defaultProfile;
  }
}

function chosenPath(env: Environment): string {
  return join(configFolder(env), "profile");
}

function configFolder(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "amplify");
}
