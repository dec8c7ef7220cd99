/**
 * Builds `dist/amplify`: server, pages, islands, their assets and the command line in one file that needs nothing
 * beside it. Run as `bun server/build/binary.ts [entry] [outfile]`; further entries (workers) are found by name.
 */

import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Asset, encodings } from "./asset.ts";
import { buildAssets } from "./buildAssets.ts";
import { commitIn } from "./commit.ts";
import { islandFolders } from "./islandFolders.ts";

const root = resolve(import.meta.dirname, "../..");
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
  const source = await embeddedSource({ assets, assetsFolder, islands });
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

/** Writes the assets beside the outfile and answers the module that imports each of them as an embedded file. */
async function embeddedSource({
  assets,
  assetsFolder,
  islands,
}: {
  assets: readonly Asset[];
  assetsFolder: string;
  islands: string | undefined;
}): Promise<string> {
  mkdirSync(assetsFolder, { recursive: true });
  const imports: string[] = [];

  async function embed(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const path = join(assetsFolder, name);
    await Bun.write(path, bytes);
    const variable = `file${imports.length}`;
    imports.push(`import ${variable} from ${JSON.stringify(path)} with { type: "file" };`);
    return variable;
  }

  const entries: string[] = [];
  for (const { bytes, encoded, ...described } of assets) {
    const name = described.path.slice(1).replaceAll("/", "-");
    const file = await embed(name, bytes);
    const pressed: string[] = [];
    for (const encoding of encodings) {
      const body = encoded[encoding];
      if (body !== undefined) pressed.push(`${encoding}: ${await embed(`${name}.${encoding}`, body)}`);
    }
    entries.push(
      `{ ...${JSON.stringify(described)}, file: ${file}, encodedFiles: { ${pressed.join(", ")} } }`,
    );
  }

  const modules = islandFolders(islands).map(({ name, path }, index) => {
    imports.push(`import island${index} from ${JSON.stringify(join(path, "index.tsx"))};`);
    imports.push(`import { props as props${index} } from ${JSON.stringify(join(path, "props.ts"))};`);
    return `${name}: { component: island${index}, props: props${index} }`;
  });
  return `${imports.join("\n")}
export const embedded = { assets: [${entries.join(",\n")}], islands: { ${modules.join(", ")} } };
`;
}

if (import.meta.main) {
  const [entry = "amplify.ts", outfile = "dist/amplify"] = process.argv.slice(2);
  // A worker is a file called worker.ts; it lies in the folder of whoever starts it.
  const workers = [...new Bun.Glob("{server,db}/**/worker.ts").scanSync({ cwd: root, absolute: true })];
  mkdirSync(resolve(root, "dist"), { recursive: true });
  await buildBinary({ entry: resolve(root, entry), outfile: resolve(root, outfile), workers });
  console.log(`${outfile} is built: ${Math.round(Bun.file(resolve(root, outfile)).size / 1024 / 1024)} MB`);
}
