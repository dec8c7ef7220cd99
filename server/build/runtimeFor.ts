import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ReleaseTarget } from "./release.ts";
import { root } from "./workerFiles.ts";

/** The Bun that builds, whose like the program is to run on. */
const version = process.versions.bun;

/** By npm's names; "arm64" is what everybody but npm's package calls it. */
function packageOf(target: ReleaseTarget): string {
  return `@oven/bun-${target.replace("arm64", "aarch64")}`;
}

/**
 * Bun's runtime for a platform, which a program for it is made of: of this very version, from npm's packages, whose sums the
 * package manager checks. It stays in `dist/runtimes`. This machine's own is the one that builds.
 * @throws {Error} where it cannot be had.
 */
export function runtimeFor(target: ReleaseTarget): { executablePath?: string } {
  return target === `${process.platform}-${process.arch}` ? {} : { executablePath: runtimeOf(target) };
}

function runtimeOf(target: ReleaseTarget): string {
  const folder = resolve(root, "dist/runtimes", `${version}-${target}`);
  const name = packageOf(target);
  const runtime = join(folder, "node_modules", name, "bin", target.startsWith("windows") ? "bun.exe" : "bun");
  if (existsSync(runtime)) return runtime;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const [os = "", cpu = ""] = target.replace("windows", "win32").split("-");
  const wanted = ["--exact", "--ignore-scripts", `--os=${os}`, `--cpu=${cpu}`, `${name}@${version}`];
  const { status, stderr } = spawnSync(process.execPath, ["add", ...wanted], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0 || !existsSync(runtime))
    throw new Error(`Bun's runtime for ${target} cannot be had: ${name}@${version}. ${stderr}`);
  return runtime;
}
