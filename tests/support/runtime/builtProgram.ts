import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { buildBinary } from "../../../server/build/binary.ts";
import { buildAssets } from "../../../server/build/buildAssets.ts";
import { root, workerFiles } from "../../../server/build/workerFiles.ts";
import { makeMigrated } from "../db/migratedFile.ts";
import { testedVariables } from "../server/program.ts";

/**
 * Builds the binary once for a whole run of tests, which starts it some hundreds of times: from source each start
 * reads and compiles every module anew and bundles the islands, which is most of what it costs; and a database with every step taken,
 * of which there are thousands. Answers the variables by which the
 * tests find it, in a folder that goes when this process ends, so that two runs leave each other alone.
 */
export async function buildProgram(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-tested-"));
  // Some tests start it as somebody else.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const assets = await buildAssets({ dev: false });
  const program = join(folder, "amplify");
  await buildBinary({ entry: join(root, "amplify.ts"), outfile: program, workers: workerFiles, assets });
  const assetsFile = join(folder, "assets.bin");
  await Bun.write(assetsFile, serialize(assets));
  const workersFolder = join(folder, "workers");
  await Bun.build({
    entrypoints: [...workerFiles],
    outdir: workersFolder,
    // They keep their paths from here, by which they are asked for.
    root,
    target: "bun",
    minify: true,
    // Compiled ahead, as in the binary: a thread begins in four fifths of the processor time. Bun does so for this format alone.
    bytecode: true,
    format: "cjs",
  });
  const databaseFile = join(folder, "migrated.db");
  await Bun.write(databaseFile, await makeMigrated());
  return {
    [testedVariables.built]: program,
    [testedVariables.assets]: assetsFile,
    [testedVariables.workers]: workersFolder,
    [testedVariables.database]: databaseFile,
  };
}
