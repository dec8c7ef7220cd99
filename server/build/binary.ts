/**
 * Builds `dist/amplify`: server, pages, islands, their assets and the command line in one file that needs nothing
 * beside it. Run as `bun server/build/binary.ts [entry] [outfile]`; further entries (workers) are found by name.
 */

import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { buildAssets } from "./buildAssets.ts";
import { commitIn } from "./commit.ts";
import { embeddedSource } from "./embeddedSource.ts";
import { root, workerFiles } from "./workerFiles.ts";

const embeddedModule = resolve(import.meta.dirname, "embedded.ts");

/**
 * Compiles the entry with every asset inside. Workers are named among the entry points, because a compiled
 * program can start only those (`new Worker(new URL(…))` finds them by their path in the source).
 */
export async function buildBinary({
  entry,
  outfile,
  workers = [],
  islands,
}: {
  entry: string;
  outfile: string;
  workers?: readonly string[];
  islands?: string;
}): Promise<void> {
  const folder = islands === undefined ? {} : { folder: islands };
  const assets = await buildAssets({ dev: false, compression: "best", ...folder });
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
      compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
    });
  } finally {
    rmSync(assetsFolder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [entry = "amplify.ts", outfile = "dist/amplify"] = process.argv.slice(2);
  mkdirSync(resolve(root, "dist"), { recursive: true });
  await buildBinary({ entry: resolve(root, entry), outfile: resolve(root, outfile), workers: workerFiles });
  console.log(`${outfile} is built: ${Math.round(Bun.file(resolve(root, outfile)).size / 1024 / 1024)} MB`);
}
