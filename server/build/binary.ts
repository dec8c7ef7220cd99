/**
 * Builds `dist/amplify`: server, pages, islands, their assets and the command line in one file that needs nothing
 * beside it. Run as `bun server/build/binary.ts [--target PLATFORM …]`: with a platform the file is `dist/amplify-VERSION-PLATFORM`,
 * and its sum stands in `SHA256SUMS` beside it.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import project from "../../package.json" with { type: "json" };
import type { Asset } from "./asset.ts";
import { buildAssets } from "./buildAssets.ts";
import { commitIn } from "./commit.ts";
import { embeddedSource } from "./embeddedSource.ts";
import { type ReleaseTarget, releaseName, releaseTarget, writeSums } from "./release.ts";
import { runtimeFor } from "./runtimeFor.ts";
import { root, workerFiles } from "./workerFiles.ts";

/**
 * How many times more often than by default something has to run before it is compiled, until a server is ready
 * (`compileReadily`): most of a start, and of a command, runs once. A start takes a sixth less of processor time by it and 8 MB less of memory,
 * a command a quarter less time.
 */
const reluctance = 20;

const embeddedModule = resolve(import.meta.dirname, "embedded.ts");

type Program = {
  entry: string;
  outfile: string;
  /** What it serves below /static/, where that is built already; built here with the best compression when left out. */
  assets?: readonly Asset[];
  workers?: readonly string[];
  islands?: string;
  /** The platform that it is for, this machine's by default. */
  target?: ReleaseTarget;
};

/**
 * Compiles the entry with every asset inside. Workers are named among the entry points, because a compiled
 * program can start only those (`new Worker(new URL(…))` finds them by their path in the source).
 */
export async function buildBinary(program: Program): Promise<void> {
  const { entry, outfile, workers = [], islands, target } = program;
  const folder = islands === undefined ? {} : { folder: islands };
  const assets = program.assets ?? (await buildAssets({ dev: false, compression: "best", ...folder }));
  const assetsFolder = `${outfile}.assets`;
  const source = embeddedSource({
    assets,
    assetsFolder,
    ...(islands === undefined ? {} : { islands }),
    fileAt: (path, index) => ({
      imported: `import file${index} from ${JSON.stringify(path)} with { type: "file" };`,
      expression: `file${index}`,
    }),
  });
  try {
    await Bun.build({
      entrypoints: [entry, ...workers],
      files: { [embeddedModule]: source },
      // Workers keep their paths from here, which is how their starters find them.
      root,
      target: "bun",
      minify: true,
      // Compiled ahead, a command begins in half of the processor time; the file is a fifth larger for it.
      bytecode: true,
      format: "esm",
      // What a server does not load stays out of its memory: some 4 MB of it.
      splitting: true,
      define: {
        "process.env.NODE_ENV": '"production"',
        "process.env.DEV": '"false"',
        BUILD_COMMIT: JSON.stringify(commitIn(root)),
      },
      // Ink asks for it only where DEV is set, so nobody installs it; its import would still stop the build.
      external: ["react-devtools-core"],
      // Settings come from the environment and from one file (server/settings/settingsFile.ts), and no folder that the program
      // happens to run in may give it others, or code to load.
      compile: {
        outfile,
        autoloadDotenv: false,
        autoloadBunfig: false,
        jitPolicy: reluctance,
        ...(target === undefined ? {} : { target: `bun-${target}`, ...runtimeFor(target) }),
      },
    });
  } finally {
    rmSync(assetsFolder, { recursive: true, force: true });
  }
}

/** Builds programs to hand out, each named after its version and platform, and the sums of all that lie there. */
export async function buildReleases({
  folder,
  targets,
  ...parts
}: Omit<Program, "outfile" | "target"> & { folder: string; targets: readonly ReleaseTarget[] }): Promise<
  string[]
> {
  const files = targets.map((target) => releaseName(project.version, target));
  for (const [index, target] of targets.entries())
    await buildBinary({ ...parts, target, outfile: join(folder, files[index] ?? "") });
  writeSums(folder, project.version);
  return files;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { target: { type: "string", multiple: true, default: [] } } });
  const targets = values.target.map(releaseTarget);
  const folder = resolve(root, "dist");
  mkdirSync(folder, { recursive: true });
  const program = { entry: resolve(root, "amplify.ts"), workers: workerFiles };
  const built = targets.length === 0 ? ["amplify"] : await buildReleases({ ...program, folder, targets });
  if (targets.length === 0) await buildBinary({ ...program, outfile: join(folder, "amplify") });
  for (const file of built)
    console.log(`dist/${file} is built: ${Math.round(Bun.file(join(folder, file)).size / 1024 / 1024)} MB`);
}
