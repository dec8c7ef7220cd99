import { join, resolve } from "node:path";

/** Files that one process runs, one after the other. */
export type TestPart = {
  files: readonly string[];
  /** Whether they share what they have loaded: modules, a PostgreSQL, a browser, the bundled islands. */
  isShared: boolean;
  /** Whether most of its time goes by while processes are killed and started, leases lapse and screens are drawn. */
  isWaiting: boolean;
  /** Whether it waits for what a machine without a browser installs first, which takes a minute. */
  needsInstalled: boolean;
  /** Whether it does the same for so long that compiling it for speed, as soon as Bun does, pays. */
  isHot: boolean;
  seconds: number;
};

/** How long each file took when somebody last wrote it down, in seconds. */
export type Durations = Readonly<Record<string, number>>;

export const durationsPath: string = join(import.meta.dir, "durations.json");
const root = resolve(import.meta.dir, "../..");

/** A file that nobody has timed yet. */
const newFileSeconds = 3;
/** Longer parts load less, shorter ones end more evenly; what is left for the end are islands, each a few seconds. */
const partSeconds = 150;
/** Of those with a browser: to start it, and to compile the pages' scripts in it, costs seven seconds of processor time. */
const browserPartSeconds = 330;

/**
 * Folders whose files share a process and what it has loaded: each leaves it as it found it. Loading the server takes nearly
 * a second, PostgreSQL one and a half, a browser one, and a process for each file pays that hundreds of times. A page of islands is
 * left with what it knew; with modules loaded anew for each file in one process, now and then a part of a page never came.
 */
const shared = ["browser", "contract", "fault", "property", "specification", "terminal", "unit"];
/** Folders whose files wait for most of their time. */
const waiting = ["fault", "terminal"];
/** Folders whose files open pages, or install shells by the system's own means, which serve one at a time. */
const onInstalled = ["browser", "islands", "specification", "terminal"];
/** Folders whose files live through thousands of worlds, or months. */
const hot = ["simulation"];
/** They take whole minutes by themselves, or start what everybody else would wait for. */
const alone = ["tests/contract/process/node.test.ts"];
/** Of those that wait, one this long gains little by sharing, and at the end everybody would wait for the others of its part. */
const longWaitSeconds = 20;

export async function readDurations(): Promise<Durations> {
  const file = Bun.file(durationsPath);
  return (await file.exists()) ? file.json() : {};
}

/** Every file of tests, in parts; what takes longest comes first, so that nobody waits for it at the end. */
export function testParts(durations: Durations, files: readonly string[] = allFiles()): TestPart[] {
  const secondsOf = (file: string) => durations[file] ?? newFileSeconds;
  const sum = (part: readonly string[]) => part.reduce((total, file) => total + secondsOf(file), 0);
  const groups = Map.groupBy(files, (file) => {
    const folder = folderOf(file);
    const isLongWait = waiting.includes(folder) && secondsOf(file) > longWaitSeconds;
    return shared.includes(folder) && !isLongWait && !alone.includes(file) ? folder : file;
  });
  return Array.from(groups, ([group, members]) => {
    const isShared = shared.includes(group);
    const wholePart = group === "browser" ? browserPartSeconds : partSeconds;
    const count = isShared ? Math.max(1, Math.round(sum(members) / wholePart)) : 1;
    const bins: string[][] = Array.from({ length: count }, () => []);
    for (const file of members.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
      bins.reduce((least, bin) => (sum(bin) < sum(least) ? bin : least)).push(file);
    const folder = folderOf(members[0] ?? "");
    const kind = {
      isShared,
      isWaiting: waiting.includes(folder),
      needsInstalled: onInstalled.includes(folder),
      isHot: hot.includes(folder),
    };
    return bins.map((bin) => ({ ...kind, files: bin, seconds: sum(bin) }));
  })
    .flat()
    .toSorted((a, b) => b.seconds - a.seconds);
}

function folderOf(file: string): string {
  return file.split("/")[1] ?? "";
}

function allFiles(): string[] {
  return [...new Bun.Glob("tests/**/*.test.{ts,tsx}").scanSync({ cwd: root })].sort();
}
