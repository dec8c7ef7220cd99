import { basename } from "node:path";
import type { Bundle } from "../bundle.ts";

/**
 * Parts of what is shared that are smaller than this, as they are written, go into another that is loaded with them, unless
 * they do something as they load: each is a request, and what is small compresses badly. With twice as much pages would begin to weigh more.
 */
const foldedBytes = 2_048;

export const bundle: Bundle = async ({ entries, modules = {}, format, dev }) => {
  const built = await Bun.build({
    entrypoints: [...entries],
    files: modules,
    target: "browser",
    format: format === "script" ? "iife" : "esm",
    ...(format === "modules" && { splitting: true, minChunkSize: foldedBytes }),
    minify: !dev,
    publicPath: "/static/",
    naming: { entry: "[name]-[hash].[ext]", chunk: "shared-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    define: { "process.env.NODE_ENV": dev ? '"development"' : '"production"' },
    metafile: true,
  });
  const outputs = built.metafile?.outputs ?? {};
  return Promise.all(
    built.outputs.map(async (output) => ({
      name: basename(output.path),
      isEntry: output.kind === "entry-point",
      bytes: new Uint8Array(await output.arrayBuffer()),
      imports: (outputs[output.path]?.imports ?? [])
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path }) => basename(path)),
    })),
  );
};
