import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** The oldest Node that reads TypeScript without being told to. */
const oldest = [22, 18] as const;

/**
 * A Node that the product runs on: this machine's own, else the one of `package.json` beside this file, installed
 * when it is first asked for. Null where there is none for this system.
 */
export function findNode(): string | null {
  if (isNewEnough("node")) return "node";
  const installed = join(
    import.meta.dir,
    "node_modules",
    `node-${process.platform}-${process.arch}`,
    "bin/node",
  );
  if (!existsSync(installed))
    spawnSync(process.execPath, ["install", "--frozen-lockfile", "--ignore-scripts", "--silent"], {
      cwd: import.meta.dir,
    });
  return isNewEnough(installed) ? installed : null;
}

function isNewEnough(node: string): boolean {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  const [major = 0, minor = 0] = (stdout ?? "").replace("v", "").split(".").map(Number);
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
}
