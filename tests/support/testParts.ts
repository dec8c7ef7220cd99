import { join, resolve } from "node:path";

/** Files that one process runs, one after the other. */
export type TestPart = {
  files: readonly string[];
  /** Whether they share what they have loaded: modules, a PostgreSQL, a browser, the bundled islands. */
  isShared: boolean;
  /** Whether most of its time goes by while processes are killed and started, leases lapse and screens are drawn. */
  isWaiting: boolean;
  seconds: number;
};

/** How long each file took when somebody last wrote it down, in seconds. */
export type Durations = Readonly<Record<string, number>>;

export const durationsPath: string = join(import.meta.dir, "durations.json");
const root = resolve(import.meta.dir, "../..");

/** A file that nobody has timed yet. */
const newFileSeconds = 3;
/** Longer parts load less, shorter ones end more evenly. */
const partSeconds = 60;

/**
 * How the files of a folder are run. Loading the server takes nearly a second, PostgreSQL one and a half, a browser one, and a
 * process for each file pays that hundreds of times. Files that leave a process as they found it share what it has
 * loaded; a page of islands is left with what it knew, so each of those files loads its modules anew in a process that has compiled
 * most of them.
 */
const folders: Readonly<Record<string, { isShared: boolean; isWaiting?: boolean }>> = {
  browser: { isShared: true },
  contract: { isShared: true },
  fault: { isShared: true, isWaiting: true },
  islands: { isShared: false },
  property: { isShared: true },
  specification: { isShared: true },
  terminal: { isShared: true, isWaiting: true },
  unit: { isShared: true },
};
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
    const isLongWait = folders[folder]?.isWaiting === true && secondsOf(file) > longWaitSeconds;
    return folder in folders && !isLongWait && !alone.includes(file) ? folder : file;
  });
  return Array.from(groups, ([group, members]) => {
    const { isShared = false, isWaiting = false } = folders[folderOf(members[0] ?? "")] ?? {};
    const count = Math.max(1, Math.round(sum(members) / partSeconds));
    const bins: string[][] = Array.from({ length: group === members[0] ? 1 : count }, () => []);
    for (const file of members.toSorted((a, b) => secondsOf(b) - secondsOf(a)))
      bins.reduce((least, bin) => (sum(bin) < sum(least) ? bin : least)).push(file);
    return bins.map((bin) => ({
      files: bin,
      isShared: isShared && group !== members[0],
      isWaiting,
      seconds: sum(bin),
    }));
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
