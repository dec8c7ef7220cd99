import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The platforms that Bun makes a program for. All but this machine's need Bun's runtime for them; see `runtimeFor.ts`. */
export const releaseTargets = [
  "linux-x64",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
] as const;
export type ReleaseTarget = (typeof releaseTargets)[number];

/** @throws {Error} that names the platforms there are. */
export function releaseTarget(text: string): ReleaseTarget {
  const found = releaseTargets.find((target) => target === text);
  if (found === undefined)
    throw new Error(`There is no platform ${text}. There are: ${releaseTargets.join(", ")}.`);
  return found;
}

/** The name of what is handed out: "amplify-0.1.0-linux-x64". */
export function releaseName(version: string, target: ReleaseTarget): string {
  return `amplify-${version}-${target}${target.startsWith("windows") ? ".exe" : ""}`;
}

/** Writes `SHA256SUMS` beside a version's programs: of all that lie there, so that they may be built one by one. */
export function writeSums(folder: string, version: string): void {
  const names = releaseTargets.map((target) => releaseName(version, target));
  const lines = readdirSync(folder)
    .filter((file) => names.includes(file))
    .sort()
    .map((file) => `${sumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}

function sumOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
