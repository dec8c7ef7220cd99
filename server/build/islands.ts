import { join, resolve } from "node:path";
import { bundle } from "#platform/bundle";
import { type Asset, type Compression, compress } from "./asset.ts";
import { islandFolders } from "./islandFolders.ts";
import { laterStylesModule } from "./laterStyles.ts";
import { buildMailParts } from "./mailParts.ts";
import { heldBy, heldByParts } from "./sharedFiles.ts";

const runtime = resolve(import.meta.dirname, "../../islands/_runtime/hydrate.ts");
const withoutEval = resolve(import.meta.dirname, "../../islands/_runtime/withoutEval.ts");

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
  const bundled = await bundle({
    entries: [...entries.keys()],
    modules: {
      ...files,
      ...mailParts.modules,
      ...(await laterStylesModule(folder)),
      ...(await heldByParts(folder)),
    },
    format: "modules",
    dev,
  });
  const bundles = bundled.map(({ name, isEntry, bytes, imports }) =>
    compress(
      {
        path: `/static/${name}`,
        type: "text/javascript; charset=utf-8",
        role: isEntry ? "entry" : "chunk",
        of: isEntry ? name.replace(/\.entry-[A-Za-z0-9]+\.js$/, "") : "site",
        bytes,
        imports: imports.map((imported) => `/static/${imported}`),
      },
      compression,
    ),
  );
  return [mailParts.asset, ...(await Promise.all(bundles))];
}

function entrySource(name: string): string {
  return `import ${JSON.stringify(withoutEval)};
import Component from "./index.tsx";
import { hydrate } from ${JSON.stringify(runtime)};
${heldBy(name)}hydrate(${JSON.stringify(name)}, Component, held);
`;
}
