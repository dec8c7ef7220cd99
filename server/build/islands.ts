import { basename, join, resolve } from "node:path";
import { type Asset, type Compression, compress } from "./asset.ts";
import { islandFolders } from "./islandFolders.ts";
import { buildMailParts } from "./mailParts.ts";

const runtime = resolve(import.meta.dir, "../../islands/_runtime/hydrate.ts");

/**
 * Bundles one entry for each island, with React and whatever else they share in chunks of its own, minified and
 * named by content. `dev` keeps React's own warnings, so that a hydration mismatch says where it is.
 * Throws with the bundler's messages when an island does not compile.
 */
export async function buildIslands({
  dev,
  folder,
  compression = "quick",
}: {
  dev: boolean;
  folder?: string;
  compression?: Compression;
}): Promise<Asset[]> {
  const islands = islandFolders(folder);
  // An entry exists in memory only: it says which island this is and hands it to the runtime.
  const entries = new Map(islands.map(({ name, path }) => [join(path, `${name}.entry.ts`), name]));
  const files = Object.fromEntries([...entries].map(([path, name]) => [path, entrySource(name)]));
  if (entries.size === 0) return [];

  const mailParts = await buildMailParts({ compression });
  const built = await Bun.build({
    entrypoints: [...entries.keys()],
    files: { ...files, ...mailParts.files },
    plugins: [mailParts.plugin],
    target: "browser",
    splitting: true,
    minify: !dev,
    publicPath: "/static/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "shared-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
    metafile: true,
  });
  const outputs = built.metafile?.outputs ?? {};

  const bundles = built.outputs.map(async (output) => {
    const name = basename(output.path);
    const meta = outputs[output.path];
    const island = name.replace(/\.entry-[a-z0-9]+\.js$/, "");
    const isEntry = output.kind === "entry-point";
    return compress(
      {
        path: `/static/${name}`,
        type: "text/javascript; charset=utf-8",
        role: isEntry ? "entry" : "chunk",
        of: isEntry ? island : "site",
        bytes: new Uint8Array(await output.arrayBuffer()),
        imports: (meta?.imports ?? [])
          .filter((imported) => imported.kind === "import-statement")
          .map((imported) => `/static/${basename(imported.path)}`),
      },
      compression,
    );
  });
  return [mailParts.asset, ...(await Promise.all(bundles))];
}

function entrySource(name: string): string {
  return `import Component from "./index.tsx";
import { hydrate } from ${JSON.stringify(runtime)};
hydrate(${JSON.stringify(name)}, Component);
`;
}
