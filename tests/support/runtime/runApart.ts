import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** Files of tests, and where not all of theirs are meant what the names of the others begin with. */
export type Chosen = { files: readonly string[]; only?: readonly string[] };

/**
 * Runs tests in a process of their own, those whose names fit, with what the variables say. Their files share what they have
 * loaded, as in a whole run.
 */
export function runApart(
  { files, names }: { files: readonly string[]; names: string },
  variables: Record<string, string>,
) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["test", "--timeout", "60000", "--test-name-pattern", names, ...files],
    {
      cwd: resolve(import.meta.dir, "../../.."),
      encoding: "utf8",
      env: { ...process.env, ...variables },
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  const output = `${stdout}${stderr}`;
  const passedNames = [...output.matchAll(/^\(pass\) (.*)$/gm)].map(([, name = ""]) => name);
  return { status, output, passed: Number(/^\s*(\d+) pass$/m.exec(output)?.[1] ?? 0), passedNames };
}
