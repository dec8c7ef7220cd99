type Result = { file: string; name: string; isPassed: boolean; ms: number };

const listed = 15;

/**
 * Reads what `bun test` prints, a line at a time: the name of a file, what its tests say, then "(pass)" or "(fail)"
 * with a test's name and its time. Keeps the results, and hands on only what belongs to a failure.
 */
export function createTestReport(startedAt: number = performance.now()) {
  let results: Result[] = [];
  /** Errors outside of tests, by file: such a file has failed whatever its tests say. */
  const brokenFiles = new Set<string>();
  let file = "";
  /** Lines that wait to be seen as part of a failure, or as nothing. */
  let said: string[] = [];
  let isSummary = false;

  return {
    /** What of a line a person should see now: "" while nothing has failed. */
    read(line: string): string {
      const [, header] = /^(tests\/\S+\.test\.tsx?):$/.exec(line) ?? [];
      if (header !== undefined) {
        [file, said, isSummary] = [header, [], false];
        return "";
      }
      // Bun names all failures once more at the end.
      if (/^\d+ tests? failed:$/.test(line)) isSummary = true;
      if (isSummary) return "";
      const [, outcome, name = "", time = "0", unit] =
        /^\((pass|fail|skip|todo)\) (.*?)(?: \[([\d.]+)(ms|s)\])?$/.exec(line) ?? [];
      if (outcome === undefined) {
        said.push(line);
        if (/^# Unhandled error/.test(line)) brokenFiles.add(file);
        return "";
      }
      const before = said;
      said = [];
      if (outcome === "skip" || outcome === "todo") return "";
      const isPassed = outcome === "pass";
      const ms = Number(time) * (unit === "s" ? 1_000 : 1);
      results.push({ file, name, isPassed, ms });
      return isPassed ? "" : [`\n${file}`, ...before, line].join("\n");
    },

    /** How far it is: "3:10  1,204 passed, 0 failed, now tests/unit/house.test.ts". */
    progress(): string {
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      const { passed, failed } = this.counts();
      return `${clock}  ${passed.toLocaleString("en")} passed, ${failed} failed, last ${file}`;
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
      const rows = (list: readonly { name: string; ms: number }[]) =>
        list
          .toSorted((a, b) => b.ms - a.ms)
          .slice(0, listed)
          .map(({ name, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
      return ["\nSlowest files", ...rows(files), "Slowest tests", ...rows(results)].join("\n");
    },
  };
}
