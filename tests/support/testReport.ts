type Result = { file: string; name: string; isPassed: boolean; ms: number };

const listed = 15;

/**
 * Keeps the results of `bun test`, by what each process prints. A reader takes one process's lines: the name of a file,
 * what its tests say, then "(pass)" or "(fail)" with a test's name and its time.
 */
export function createTestReport() {
  const startedAt = performance.now();
  let results: Result[] = [];
  /** Errors outside of tests, by file: such a file has failed whatever its tests say. */
  const brokenFiles = new Set<string>();
  /** What each process that runs is at. */
  const running = new Set<{ file: string }>();

  return {
    /** Reads what one process prints; `files` are those that it was given. */
    reader(files: readonly string[] = []) {
      const at = { file: files[0] ?? "" };
      const seen = new Set<string>();
      running.add(at);
      let hasFailed = false;
      const lines = createLines((result) => {
        results.push(result);
        hasFailed ||= !result.isPassed;
      });
      return {
        /** What of a line a person should see now: "" while nothing has failed. */
        read(line: string): string {
          const { file, shown, isBroken } = lines.read(line);
          if (file !== "") {
            at.file = file;
            seen.add(file);
          }
          if (isBroken) brokenFiles.add(file);
          hasFailed ||= isBroken;
          return shown;
        },
        /** 1 is what it ends with after a failure: else it broke, and has not run what it never named. */
        end(status: number): void {
          running.delete(at);
          if (status === 0 || (status === 1 && hasFailed)) return;
          for (const file of [at.file, ...files.filter((name) => !seen.has(name))]) brokenFiles.add(file);
        },
      };
    },

    /** How far it is: "3:10  1,204 passed, 0 failed, at tests/unit/house.test.ts". */
    progress(): string {
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      const { passed, failed } = this.counts();
      return `${clock}  ${passed.toLocaleString("en")} passed, ${failed} failed, at ${[...running].map(({ file }) => file).join(", ")}`;
    },

    counts(): { passed: number; failed: number } {
      const failed = results.filter(({ isPassed }) => !isPassed).length;
      const brokenAlone = [...brokenFiles].filter(
        (broken) => !results.some((result) => result.file === broken && !result.isPassed),
      );
      return { passed: results.length - failed, failed: failed + brokenAlone.length };
    },

    failedFiles(): string[] {
      const failed = results.filter(({ isPassed }) => !isPassed).map((result) => result.file);
      return [...new Set([...failed, ...brokenFiles])].filter((name) => name !== "").sort();
    },

    /** Lets go of what some files said, before they are run again. */
    forget(files: readonly string[]): void {
      results = results.filter((result) => !files.includes(result.file));
      for (const name of files) brokenFiles.delete(name);
    },

    /** The tests and files that took longest, for whoever wants the whole to be faster. */
    slowest(): string {
      const byFile = Map.groupBy(results, (result) => result.file);
      const files = Array.from(byFile, ([name, tests]) => ({
        name,
        ms: tests.reduce((sum, { ms }) => sum + ms, 0),
      }));
      return ["\nSlowest files", ...rows(files), "Slowest tests", ...rows(results)].join("\n");
    },

    /** The seconds of each file as JSON, for `testParts.ts`. */
    durations(): string {
      const seconds: Record<string, number> = {};
      for (const { file, ms } of results) seconds[file] = (seconds[file] ?? 0) + ms / 1_000;
      const sorted = Object.entries(seconds).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const rounded = sorted.map(([file, sum]) => [file, Math.max(0.1, Math.round(sum * 10) / 10)]);
      return `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`;
    },
  };
}

function rows(list: readonly Cost[]): string[] {
  return list
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, listed)
    .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
}

/** What processes cost in processor time, in milliseconds each: their sum, and the dearest of them. */
export type Cost = { name: string; ms: number };
export function dearest(costs: readonly Cost[]): string {
  const minutes = costs.reduce((sum, { ms }) => sum + ms, 0) / 60_000;
  return [`Processor time: ${minutes.toFixed(1)} minutes, of them`, ...rows(costs)].join("\n");
}

/** Tells the lines of one process apart. */
function createLines(keep: (result: Result) => void) {
  let file = "";
  /** Lines that wait to be seen as part of a failure, or as nothing. */
  let said: string[] = [];
  let isSummary = false;

  function read(line: string): { shown: string; isBroken: boolean } {
    const [, header] = /^(tests\/\S+\.test\.tsx?):$/.exec(line) ?? [];
    if (header !== undefined) {
      [file, said, isSummary] = [header, [], false];
      return nothing;
    }
    // Bun names all failures once more at the end.
    if (/^\d+ tests? failed:$/.test(line)) isSummary = true;
    if (isSummary) return nothing;
    const [, outcome, name = "", time = "0", unit] =
      /^\((pass|fail|skip|todo)\) (.*?)(?: \[([\d.]+)(ms|s)\])?$/.exec(line) ?? [];
    if (outcome === undefined) {
      said.push(line);
      return { shown: "", isBroken: /^# Unhandled error/.test(line) };
    }
    const before = said;
    said = [];
    if (outcome === "skip" || outcome === "todo") return nothing;
    const isPassed = outcome === "pass";
    keep({ file, name, isPassed, ms: Number(time) * (unit === "s" ? 1_000 : 1) });
    return { shown: isPassed ? "" : [`\n${file}`, ...before, line].join("\n"), isBroken: false };
  }
  return { read: (line: string) => ({ ...read(line), file }) };
}

const nothing = { shown: "", isBroken: false };
