import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serialize } from "node:v8";
import { buildAssets } from "../../../server/build/buildAssets.ts";
import { commitIn } from "../../../server/build/commit.ts";
import { embeddedSource } from "../../../server/build/embeddedSource.ts";
import { root, workerFiles } from "../../../server/build/workerFiles.ts";
import { makeMigrated } from "../db/migratedFile.ts";
import { testedVariables } from "../server/program.ts";

/**
 * Builds the program once for a whole run of tests, which starts it some hundreds of times: from source each start
 * reads every module anew and bundles the islands, which is most of what it costs; and a database with every step taken,
 * of which there are thousands. Answers the variables by which the
 * tests find it, in a folder that goes when this process ends, so that two runs leave each other alone.
 */
export async function buildProgram(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-tested-"));
  // Some tests start it as somebody else.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const assets = await buildAssets({ dev: false });
  const assetsFolder = join(folder, "assets");
  const source = embeddedSource({
    assets,
    assetsFolder,
    fileAt: (path) => ({ expression: JSON.stringify(path) }),
  });
  await Bun.build({
    entrypoints: [join(root, "amplify.ts"), ...workerFiles],
    files: { [join(root, "server/build/embedded.ts")]: source },
    // Workers keep their paths from here, which is how their starters find them.
    root,
    outdir: folder,
    target: "bun",
    splitting: true,
    define: { BUILD_COMMIT: JSON.stringify(commitIn(root)) },
    // Ink asks for it only where DEV is set, so nobody installs it; its import would still stop the build.
    external: ["react-devtools-core"],
  });
  const assetsFile = join(folder, "assets.bin");
  await Bun.write(assetsFile, serialize(assets));
  const databaseFile = join(folder, "migrated.db");
  await Bun.write(databaseFile, await makeMigrated());
  return {
    [testedVariables.built]: join(folder, "amplify.js"),
    [testedVariables.assets]: assetsFile,
    [testedVariables.database]: databaseFile,
  };
}
