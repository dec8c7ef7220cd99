import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Written into a binary when it is built. */
declare const BUILD_COMMIT: string | undefined;

/** The commit that this program was made from: twelve digits, or "unknown" where no git says it. */
export function commit(): string {
  return typeof BUILD_COMMIT === "string" ? BUILD_COMMIT : commitIn(resolve(import.meta.dirname, "../.."));
}

/** Read from git's own files, so that nothing is started and git need not be installed. */
export function commitIn(folder: string): string {
  try {
    const own = gitFolder(folder);
    const head = read(own, "HEAD");
    const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
    const id = ref === undefined ? head : idOf(own, ref);
    return /^[0-9a-f]{40,64}$/.test(id) ? id.slice(0, 12) : "unknown";
  } catch {
    // An unpacked archive has no git, and nothing is wrong with that.
    return "unknown";
  }
}

/** In a worktree, `.git` is a file that says where the folder is. */
function gitFolder(folder: string): string {
  const path = join(folder, ".git");
  try {
    return resolve(folder, read(path).replace(/^gitdir: /, ""));
  } catch {
    // It is the folder itself, which is no file to read.
    return path;
  }
}

/** A branch has a file of its own, or a line among the packed ones; a worktree's are in the folder that all share. */
function idOf(own: string, ref: string): string {
  const shared = resolve(own, firstOf([() => read(own, "commondir"), () => "."]));
  return firstOf([() => read(own, ref), () => read(shared, ref), () => packed(shared, ref)]);
}

function packed(shared: string, ref: string): string {
  const line = read(shared, "packed-refs")
    .split("\n")
    .find((one) => one.endsWith(` ${ref}`));
  return line?.split(" ")[0] ?? "";
}

function firstOf(readings: readonly (() => string)[]): string {
  for (const reading of readings) {
    try {
      return reading();
    } catch {
      // The file is not there: the next place is looked at.
    }
  }
  return "";
}

function read(...parts: string[]): string {
  return readFileSync(join(...parts), "utf8").trim();
}
